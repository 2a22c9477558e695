/**
 * What hooks remember of a session from one call to the next: whether the nudge was given, and how often a stop was
 * blocked. Losing it does no harm.
 * @module
 */

import { isJsonObject } from "../../json.ts";
import type { HookFiles } from "./hook_machine.ts";
import type { HookView } from "./hook_view.ts";

/** Counters of one visit of one step. */
export interface HookMemory {
  step: string;
  visit: number;
  nudged: boolean;
  /** Stops blocked in this visit, the agent's own and its subagents'. */
  blocks: number;
  /** The session's turn when a stop was blocked last; -1 if none was. */
  blockedTurn: number;
}

/** What is remembered for the view's step; fresh where nothing is, or another step's. */
export function recallHooks(files: HookFiles, view: HookView): HookMemory {
  const fresh = { step: view.fence.step ?? "", visit: view.visit, nudged: false, blocks: 0, blockedTurn: -1 };
  try {
    const read: unknown = JSON.parse(files.read(fileOf(view)) ?? "");
    if (!isJsonObject(read) || read.step !== fresh.step || read.visit !== fresh.visit) return fresh;
    const { nudged, blocks, blockedTurn } = read;
    if (typeof blocks !== "number" || typeof blockedTurn !== "number") return fresh;
    return { ...fresh, nudged: nudged === true, blocks, blockedTurn };
  } catch {
    return fresh;
  }
}

/** Remembers; false where that isn't possible, and then nothing may be blocked that counts on it. */
export function rememberHooks(files: HookFiles, view: HookView, memory: HookMemory): boolean {
  const file = fileOf(view);
  // Folders aren't made again: where they're gone, so is the session.
  return files.size(file.replace(/[^/]*$/, "")) !== undefined && files.replace(file, JSON.stringify(memory));
}

function fileOf(view: HookView): string {
  return `${view.workspace}/.skill-workflow/sessions/${view.session}.hooks.json`;
}
