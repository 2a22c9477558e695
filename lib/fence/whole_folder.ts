/**
 * Commands that reach the session files without naming them: by taking in a whole folder.
 * @module
 */

import type { SimpleCommand } from "./parse_shell.ts";
import type { ShellWord } from "./shell_word.ts";
import { type Guard, resolveParts } from "./protected_path.ts";
import { programName } from "./read_only_program.ts";

const GREPS = new Set(["grep", "egrep", "fgrep"]);
const REMOVERS = new Set(["rm", "rmdir", "mv"]);

/** Why a command reads or removes the folder of the session files along with others; undefined where it doesn't. */
export function takesInSessions(
  commands: readonly SimpleCommand[],
  cwd: readonly string[],
  guard: Guard,
): string | undefined {
  let base = cwd;
  for (const { words } of commands) {
    const name = words.length === 0 ? undefined : programName(words[0]);
    const args = words.slice(1);
    const holds = (path: string) => guard.holdsSessions(resolveParts(path, base));
    const operands = args.filter((arg) => !arg.text.startsWith("-") && (arg.known || arg.text !== ""));
    const searched = (paths: readonly ShellWord[]) =>
      paths.length < 2 ? holds(".") : paths.some(({ text }) => holds(text));
    const has = (letters: string, long: RegExp) =>
      args.some(({ text }) =>
        text.startsWith("--") ? long.test(text) : /^-\w/.test(text) && [...text].some((c) => letters.includes(c))
      );
    if (name === "cd" && operands.length > 0) {
      base = resolveParts(operands[0].text, base);
    } else if (name !== undefined && GREPS.has(name) && has("rR", /^--(?:recursive|dereference-recursive)/)) {
      if (args.some(({ text }) => /^--exclude-dir=\.(?:\*|skill-workflow)/.test(text))) continue;
      if (searched(operands)) {
        return `\`${name} -r\` would search the session files, too: add --exclude-dir='.*', or use rg or git grep`;
      }
    } else if (name === "rg" && has("u", /^--(?:unrestricted|no-ignore)/) && searched(operands)) {
      return "`rg` without its ignore files would search the session files, too: leave out -u and --no-ignore";
    } else if (name !== undefined && REMOVERS.has(name) && operands.some(({ text }) => holds(text))) {
      return `\`${name}\` would take away the session files, too: name what is to go`;
    } else if (name === "git" && args.some(({ text }) => text === "clean") && has("xX", /^$/)) {
      return "`git clean` with -x or -X would delete the session files, too: leave that option out";
    }
  }
  return undefined;
}
