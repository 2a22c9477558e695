/**
 * When an agent may not stop yet. Source: spec "Fence and hooks", table of events.
 * @module
 */

import type { HookEvent } from "./hook_event.ts";
import type { HookFiles } from "./hook_machine.ts";
import type { HookMemory } from "./hook_memory.ts";
import type { HookView } from "./hook_view.ts";

/** Stops blocked per visit of a step. Some hosts have no limit of their own and would go on for ever. */
export const MAX_BLOCKS = 3;

const MAX_TRANSCRIPT = 262_144;

/**
 * Why the agent may not stop yet; undefined where it may. It may while a person, or the host, is to move: an approval, an
 * interactive step, a running command or background task.
 */
export function stopReason(
  files: HookFiles,
  view: HookView,
  event: HookEvent,
  memory: HookMemory,
): string | undefined {
  const { fence } = view;
  const agents = fence.waiting === "delivery" || fence.waiting === "children" || fence.waiting === "choice";
  if (fence.status !== "running" || fence.step === null || !agents || fence.type === "interactive") return undefined;
  if (event.background || memory.blocks >= MAX_BLOCKS) return undefined;
  if (event.purpose === "subagent_stop") return event.stopActive ? undefined : subagentReason(files, view, event);
  if (event.stopActive && (memory.blockedTurn < 0 || fence.turn <= memory.blockedTurn)) return undefined;
  return `Session ${view.session} (${fence.workflow}) is still at step "${fence.step}"${titled(view)}\n` +
    `Do what the step asks for, then call ${view.finish}\n` +
    `If you can't go on without the user, call end_workflow {"session_id":"${view.session}","status":"paused"} and ask`;
}

/** A subagent may not stop while a ticket that it was given is still open. */
function subagentReason(files: HookFiles, view: HookView, event: HookEvent): string | undefined {
  if (view.tickets.length === 0) return undefined;
  const transcript = event.transcript === undefined ? "" : files.read(event.transcript, MAX_TRANSCRIPT) ?? "";
  const said = `${event.lastMessage}\n${transcript}`;
  const held = view.tickets.filter(({ ticket }) => said.includes(ticket));
  if (held.length !== 1) return undefined;
  const [{ ticket, child }] = held;
  return `The ticket ${ticket} of "${child}" (session ${view.session}) is still open\n` +
    `Hand the result in with next_step {"session_id":"${view.session}","child":"${ticket}","step_output":"…"}`;
}

function titled({ fence }: HookView): string {
  return fence.title === fence.step ? "" : ` (${fence.title})`;
}
