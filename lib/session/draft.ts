/**
 * The state under construction: a shallow copy whose fields are replaced, never changed in place.
 * @module
 */

import type { SessionState } from "./state.ts";

/** A copy of a state that is still being written. */
export type Draft = { -readonly [K in keyof SessionState]: SessionState[K] };

/**
 * A copy to work on, with the revision counted up and the time set. Written out, since spreading a frozen object of so many
 * fields takes up to fifty times as long.
 */
export function draftOf(state: SessionState, at: string): Draft {
  return {
    id: state.id,
    workflow: state.workflow,
    input: state.input,
    owner: state.owner,
    revision: state.revision + 1,
    turn: state.turn,
    status: state.status,
    halt: state.halt,
    step: state.step,
    waiting: state.waiting,
    pending: state.pending,
    context: state.context,
    outputs: state.outputs,
    visits: state.visits,
    entered_at_revision: state.entered_at_revision,
    iteration: state.iteration,
    cycle: state.cycle,
    transitions: state.transitions,
    granted_transitions: state.granted_transitions,
    attempts: state.attempts,
    unevaluable: state.unevaluable,
    gates: state.gates,
    approvals: state.approvals,
    tickets: state.tickets,
    last_delivery: state.last_delivery,
    notices: state.notices,
    last_rejection: state.last_rejection,
    summary: state.summary,
    started_at: state.started_at,
    updated_at: at,
    path: state.path,
    entered: state.entered,
  };
}

/**
 * Freezes a value and everything in it. What is already frozen is taken to be frozen throughout, so that finishing a
 * draft costs only what is new in it.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key in value) {
    const inner = value[key];
    if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  }
  return value;
}

/**
 * Finishes a draft: freezes it and what is new in it. What a frozen state before held is frozen throughout.
 */
export function finish(draft: Draft, before: SessionState): SessionState {
  if (!Object.isFrozen(before)) return deepFreeze(draft);
  for (const key in draft) {
    const value = draft[key as keyof Draft];
    if (typeof value === "object" && value !== before[key as keyof Draft]) deepFreeze(value);
  }
  return Object.freeze(draft);
}

/**
 * A record with one key set, as a new object.
 */
export function withKey<T>(record: { [key: string]: T }, key: string, value: T): { [key: string]: T } {
  return { ...record, [key]: value };
}

/**
 * A record without some keys, as a new object; the same object where none of them is in it.
 */
export function withoutKeys<T>(record: { [key: string]: T }, keys: ReadonlySet<string>): { [key: string]: T } {
  if (!Object.keys(record).some((key) => keys.has(key))) return record;
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)));
}
