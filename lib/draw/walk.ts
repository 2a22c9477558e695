/**
 * The way that a session took, for its picture.
 * @module
 */

import { ownValue } from "../json.ts";
import type { Report } from "../session/report.ts";
import type { GateRecord, SessionState } from "../session/state.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { Mark } from "./picture.ts";

/** What a picture asks about a session. */
export interface Walk {
  markOf: (id: StepId) => Mark;
  /** How often the session went from a step to another; null is the end. */
  takenOf: (from: StepId, to: StepId | null) => number;
  /** Parts of the caption. */
  caption: string[];
  ended: boolean;
}

/**
 * The walk of a session. The state keeps the last part of a long path; a report has all of it.
 *
 * @example
 * ```ts
 * import { walkOf } from "./walk.ts";
 * import { start } from "../session/start.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * const state = start(workflowOf("a -> b; b"), { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" });
 * console.assert(walkOf(state).markOf("a").current);
 * ```
 */
export function walkOf(state: SessionState, path: Report["path"] = state.path): Walk {
  const taken = new Map<string, number>();
  const count = (from: StepId, to: StepId | null) => {
    const key = JSON.stringify([from, to]);
    taken.set(key, (taken.get(key) ?? 0) + 1);
  };
  for (let i = 1; i < path.length; i++) count(path[i - 1].step, path[i].step);
  const ended = state.status === "completed";
  const last = path.at(-1);
  if (ended && last !== undefined) count(last.step, null);
  return {
    markOf: (id) => markOf(state, id),
    takenOf: (from, to) => taken.get(JSON.stringify([from, to])) ?? 0,
    caption: [
      state.id,
      state.halt !== null ? `${state.status} (${state.halt.reason})` : state.status,
      `cycle ${state.cycle}`,
    ],
    ended,
  };
}

function markOf(state: SessionState, id: StepId): Mark {
  const notes: string[] = [];
  const gate = ownValue(state.gates, id);
  if (gate !== undefined) notes.push(verdictInWords(gate));
  const approval = ownValue(state.approvals, id);
  if (approval !== undefined) notes.push(`"${approval.choice}" by ${approval.by} (${approval.assurance})`);
  const current = state.status !== "completed" && state.step === id;
  const loop = ownValue(state.workflow.steps, id)?.loop;
  if (current && loop !== undefined) notes.push(`iteration ${state.iteration} of ${loop.max}`);
  if (current && state.attempts > 0) notes.push(`${state.attempts} rejected`);
  if (current && state.halt !== null) notes.push(`halted: ${state.halt.reason}`);
  const child = ownValue(state.workflow.steps, id)?.kind === "child";
  const visits = child ? Number(Object.hasOwn(state.outputs, id)) : ownValue(state.visits, id) ?? 0;
  const bad = (gate !== undefined && gate.verdict !== "pass") || (current && state.halt !== null);
  return { visits, current, notes, bad };
}

function verdictInWords({ kind, verdict, exit_code, exhausted }: GateRecord): string {
  const words = { pass: "passed", fail: "failed", unevaluable: "not evaluable" }[verdict];
  return `${kind} ${words}${exit_code === null ? "" : ` (exit code ${exit_code})`}${exhausted ? ", exhausted" : ""}`;
}
