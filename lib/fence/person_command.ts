/**
 * Commands of skill-workflow that are a person's: an agent that types them in its own shell would decide for the person.
 * Source: spec "Trust".
 * @module
 */

import { parseShell, type SimpleCommand } from "./parse_shell.ts";
import type { ShellWord } from "./shell_word.ts";
import { programName } from "./read_only_program.ts";

/** Programs to which a mention of such a command is only text. */
const TEXT_ONLY = new Set(
  ("cat head tail wc ls grep egrep fgrep rg sort uniq cut tr diff echo printf cd pwd mkdir touch tee cp mv rm test [ true " +
    "false jq file stat tree date sleep").split(" "),
);

const GIT_TEXT_ONLY = new Set("add branch checkout commit diff grep log mv push rm show status switch tag".split(" "));

/** Programs that run text: what they are given can stand anywhere in the command line. */
const RUNS_TEXT = new Set(
  ("sh bash dash zsh ksh fish eval source . exec alias python python3 node deno bun perl ruby php ssh script expect tmux " +
    "screen xargs parallel at batch watch su pwsh powershell cmd").split(" "),
);

const PERSONS = new Set(["trust", "approve", "off", "uninstall", "--trust"]);
const SESSIONS = new Set(["back", "retry", "abort"]);

/**
 * The person's command that a command line would run, such as `trust` or `sessions abort`; undefined where there's none.
 * `commands` is the command line as it was read, null where it isn't understood.
 *
 * @example
 * ```ts
 * import { findPersonCommand } from "./person_command.ts";
 * console.assert(findPersonCommand("npx -y skill-workflow trust ./deploy") === "trust");
 * console.assert(findPersonCommand("echo skill-workflow trust") === undefined);
 * ```
 */
export function findPersonCommand(
  text: string,
  commands: readonly SimpleCommand[] | null = parseShell(text) ?? null,
): string | undefined {
  if (!/skill.?workflow/i.test(text.replace(/["'\\`^]/g, ""))) return undefined;
  if (commands === null) return inWords(splitWords(text));
  if (commands.every(({ words, assignments }) => assignments.length === 0 && isTextOnly(words))) return undefined;
  const runsText = commands.some(({ words, assignments }) => {
    const name = words.length === 0 ? undefined : programName(words[0]);
    return assignments.length > 0 || name === undefined || RUNS_TEXT.has(name);
  });
  if (runsText) {
    // What xargs hands on stands before it.
    return inWords(splitWords(/\bxargs\b/.test(text) ? `skill-workflow ${text}` : text));
  }
  for (const { words } of commands) {
    if (isTextOnly(words)) continue;
    const found = inWords(words.flatMap((word) => splitWords(word.text)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isTextOnly(words: readonly ShellWord[]): boolean {
  const name = words.length === 0 ? undefined : programName(words[0]);
  if (name === "git") return words.length > 1 && words[1].known && GIT_TEXT_ONLY.has(words[1].text);
  return name !== undefined && TEXT_ONLY.has(name);
}

function splitWords(text: string): string[] {
  return text.replace(/["'\\`^]/g, "").split(/[\s;|&<>(){}[\],=]+/);
}

/** The first person's command after a mention of the program. */
function inWords(words: readonly string[]): string | undefined {
  if (words.some((word) => /^(?:\$?env:)?SKILL_WORKFLOW_TRUST$/i.test(word))) return "SKILL_WORKFLOW_TRUST";
  const mention = words.findIndex((word) => /skill-workflow/i.test(word));
  if (mention < 0) return undefined;
  const rest = words.slice(mention + 1).map((word) => word.toLowerCase());
  const sessions = rest.indexOf("sessions");
  const verb = sessions < 0 ? undefined : rest.slice(sessions + 1).find((word) => SESSIONS.has(word));
  return rest.find((word) => PERSONS.has(word)) ?? (verb === undefined ? undefined : `sessions ${verb}`);
}
