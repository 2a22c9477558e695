/**
 * The command line that a client runs for a hook. Clients let a tool run when its hook is missing or crashes; so a tool's
 * hook is wrapped, and every failure becomes exit code 2 with a text on stderr.
 * @module
 */

import type { Os } from "../profile/profile_type.ts";
import { OWN_NAME, type Program } from "./install_plan.ts";

const FAILED = `${OWN_NAME}: the hook failed, so the tool isn't run`;

/** For `sh`, also on Windows where the client brings one along. */
export function posixHookCommand(hook: Program, client: string, purpose: string): string {
  const words = [hook.command, ...hook.args, "hook", client, purpose].map(quotePosix).join(" ");
  if (purpose !== "tool") return `${words} || : ${OWN_NAME}`;
  return `${words} || { [ $? -eq 2 ] || echo "${FAILED}" >&2; exit 2; }`;
}

/** For PowerShell. */
export function powershellHookCommand(hook: Program, client: string, purpose: string): string {
  const words = [hook.command, ...hook.args, "hook", client, purpose].map((word) => `'${word.replaceAll("'", "''")}'`);
  // A program that isn't there leaves no exit code.
  const call = `$global:LASTEXITCODE = 1; try { & ${words.join(" ")} } catch {}`;
  if (purpose !== "tool") return `${call}; exit 0 # ${OWN_NAME}`;
  return `${call}; if ($LASTEXITCODE -eq 0) { exit 0 }; ` +
    `if ($LASTEXITCODE -ne 2) { [Console]::Error.WriteLine("${FAILED}") }; exit 2`;
}

/** For `cmd`. */
export function cmdHookCommand(hook: Program, client: string, purpose: string): string {
  const words = [hook.command, ...hook.args, "hook", client, purpose].map(quoteCmd).join(" ");
  if (purpose !== "tool") return `${words} || exit /b 0 & rem ${OWN_NAME}`;
  return `${words} || (echo ${OWN_NAME}: the tool isn't run 1>&2 & exit /b 2)`;
}

/** For the shell that the client uses on that system where it names none. */
export function hookCommand(hook: Program, client: string, purpose: string, os: Os): string {
  // Claude Code runs its hooks in a POSIX shell on Windows, too.
  if (os !== "windows" || client === "claude-code") return posixHookCommand(hook, client, purpose);
  return cmdHookCommand(hook, client, purpose);
}

/** Whether a value of a client's configuration is a hook of ours. */
export function isOwnHook(value: unknown): boolean {
  const text = JSON.stringify(value) ?? "";
  return text.includes(OWN_NAME) &&
    /['" ]hook['"\\]* ['"\\]*[a-z-]+['"\\]* ['"\\]*(?:tool|start|prompt|stop|subagent_stop)\b/.test(text);
}

function quotePosix(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

function quoteCmd(word: string): string {
  return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '""')}"`;
}
