/**
 * A hook's entry as each client writes it down.
 * @module
 */

import type { JsonObject } from "../../json.ts";
import { HOOK_TIME_LIMIT } from "../hook/hook_time_limit.ts";
import type { HookPurpose, HookRegistration, Os } from "../profile/profile_type.ts";
import { hookCommand, posixHookCommand, powershellHookCommand } from "./hook_command.ts";
import { OWN_NAME, type Program } from "./install_plan.ts";

/** The entry in the list of one event. */
export function hookEntry(
  registration: HookRegistration,
  client: string,
  event: string,
  purpose: HookPurpose,
  hook: Program,
  os: Os,
): JsonObject {
  const isTool = purpose === "tool";
  const command = hookCommand(hook, client, purpose, os);
  const extras = { ...timeLimit(registration), ...(isTool ? registration.failClosed : {}) };
  switch (registration.shape) {
    case "copilot":
      return {
        type: "command",
        bash: posixHookCommand(hook, client, purpose),
        powershell: powershellHookCommand(hook, client, purpose),
        ...extras,
      };
    case "vscode":
      return {
        type: "command",
        command: posixHookCommand(hook, client, purpose),
        windows: powershellHookCommand(hook, client, purpose),
        ...extras,
      };
    case "cursor":
      return { command, ...extras };
    case "windsurf":
      return { command, show_output: false };
    case "antigravity":
      // Only events of tools have a matcher around their hooks.
      return isTool ? nested({ type: "command", command, ...extras }, true) : { type: "command", command, ...extras };
    case "nested":
      return nested({
        type: "command",
        ...(registration.timeout?.unit === "ms" ? { name: OWN_NAME } : {}),
        command,
        ...(client === "codex" ? { commandWindows: powershellHookCommand(hook, client, purpose) } : {}),
        ...extras,
      }, isTool);
    case "plugin":
      throw new RangeError(`A plugin has no entry for "${event}"`);
  }
}

function nested(hook: JsonObject, matches: boolean): JsonObject {
  return matches ? { matcher: "*", hooks: [hook] } : { hooks: [hook] };
}

/** Twice our own, so that ours ends first. */
function timeLimit({ timeout }: HookRegistration): JsonObject {
  if (timeout === undefined) return {};
  return { [timeout.key]: timeout.unit === "ms" ? HOOK_TIME_LIMIT * 2 : HOOK_TIME_LIMIT * 2 / 1000 };
}
