/**
 * Hooks: what runs before a client's tools, at its session's start and at its end.
 * @module
 */

export { leaveCallerNote, type NotedCall, takeCallerNote } from "./caller_note.ts";
export type { HookPurpose } from "./hook_event.ts";
export type { HookFiles } from "./hook_machine.ts";
export { HOOK_VIEW_FORMAT, type HookView } from "./hook_view.ts";
export { nodeHookFiles } from "./node_machine.ts";
export { findOff, type OffRecord, parseDuration, switchOff, switchOn } from "./off.ts";
export { type HookResult, type HookRun, runHook } from "./run_hook.ts";
export { serveHook } from "./serve_hook.ts";
export { makeHookView, writeHookView } from "./write_hook_view.ts";
