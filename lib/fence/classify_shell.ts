/**
 * Whether a shell command only reads.
 * @module
 */

import { parseShell, type SimpleCommand } from "./parse_shell.ts";
import { isReadOnlyProgram } from "./read_only_program.ts";

/** Variables that a command may be given without becoming another one. */
const HARMLESS_VARIABLE = /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|CI|GIT_OPTIONAL_LOCKS)$/;

/**
 * Whether a command line surely only reads: every program in it, substitutions included, is known to, with the options
 * given, and nothing is redirected into a file. False wherever that isn't sure. `interactive` is a shell that reads it as if
 * it were typed.
 *
 * @example
 * ```ts
 * import { isReadOnlyCommand } from "./classify_shell.ts";
 * console.assert(isReadOnlyCommand("git log --oneline | head -n 3"));
 * console.assert(!isReadOnlyCommand("find . -name '*.log' -delete"));
 * ```
 */
export function isReadOnlyCommand(command: string, interactive = false): boolean {
  const commands = parseShell(command, interactive);
  return commands !== undefined && commands.length > 0 && commands.every(readsOnly);
}

/** Commands that only read in PowerShell and cmd alike, or are an unknown command there. */
const FOREIGN =
  /^(?:cat|ls|pwd|cd|echo|dir|type|findstr|whoami|rg|git|Get-Content|Get-ChildItem|Get-Location|Select-String)(?: |$)/;

/**
 * The same for a command line of a shell that isn't POSIX (PowerShell, cmd): one plain command of a short list, without
 * quotes, variables or operators.
 */
export function isReadOnlyForeignCommand(command: string): boolean {
  const text = command.trim();
  if (!/^[\w ./\\:=,+-]+$/.test(text) || !FOREIGN.test(text)) return false;
  return /^(?:rg|git) /.test(text) ? isReadOnlyCommand(text.replaceAll("\\", "/")) : true;
}

function readsOnly(command: SimpleCommand): boolean {
  if (!command.assignments.every((name) => HARMLESS_VARIABLE.test(name))) return false;
  if (!command.redirects.every(isHarmlessRedirect)) return false;
  return isReadOnlyProgram(command.words);
}

function isHarmlessRedirect({ operator, target }: SimpleCommand["redirects"][number]): boolean {
  if (operator.startsWith("<<")) return true;
  if (operator === "<") return !/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(target.text) && (target.known || target.text !== "");
  if (!target.known) return false;
  return /^\/dev\/(?:null|stdout|stderr)$/.test(target.text) ||
    (operator.endsWith("&") && /^(?:\d+|-)$/.test(target.text));
}
