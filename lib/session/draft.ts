/**
 * The state under construction: a shallow copy whose fields are replaced, never changed in place.
 * @module
 */

import type { SessionState } from "./state.ts";

/** The empty record, shared and frozen. */
export const NOTHING: { [key: string]: never } = Object.freeze({});

/** The empty list, shared and frozen. */
export const NONE: never[] = Object.freeze([]) as unknown as never[];

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
 * Freezes a value and everything in it. What can't be extended any more is taken to be frozen throughout, so that finishing
 * a draft costs only what is new in it; that question is many times cheaper than whether a value is frozen.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || !Object.isExtensible(value)) return value;
  Object.freeze(value);
  for (const key in value) {
    const inner = value[key];
    if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  }
  return value;
}

/**
 * Finishes a draft: freezes it and what is new in it. What a frozen state before held is frozen throughout, and so is what
 * `withKey`, `withLast` and `withoutKeys` made: outputs, visits, verdicts, the path. The other fields that hold objects
 * are written out, since asking every field by its name takes longer than all the rest of a step.
 */
export function finish(draft: Draft, before: SessionState): SessionState {
  if (Object.isExtensible(before)) return deepFreeze(draft);
  if (draft.owner !== before.owner) deepFreeze(draft.owner);
  if (draft.halt !== before.halt) deepFreeze(draft.halt);
  if (draft.waiting !== before.waiting) deepFreeze(draft.waiting);
  if (draft.pending !== before.pending) deepFreeze(draft.pending);
  if (draft.context !== before.context) deepFreeze(draft.context);
  if (draft.tickets !== before.tickets) deepFreeze(draft.tickets);
  if (draft.notices !== before.notices) deepFreeze(draft.notices);
  if (draft.last_rejection !== before.last_rejection) deepFreeze(draft.last_rejection);
  return Object.freeze(draft);
}

/**
 * A record with one key set, as a new, frozen object. The keys are step ids and tickets, which never begin with `_`.
 */
export function withKey<T>(record: { [key: string]: T }, key: string, value: T): { [key: string]: T } {
  const copy = { ...record };
  copy[key] = typeof value === "object" ? deepFreeze(value) : value;
  return Object.freeze(copy);
}

/**
 * A list with one more, frozen entry at its end and at most `most` in all, as a new, frozen list.
 */
export function withLast<T>(list: readonly T[], entry: T, most: number): T[] {
  const copy: T[] = [];
  for (let i = Math.max(0, list.length + 1 - most); i < list.length; i++) copy.push(list[i]);
  copy.push(entry);
  return Object.freeze(copy) as T[];
}

/**
 * A record without some keys, as a new, frozen object; the same object where none of them is in it.
 */
export function withoutKeys<T>(record: { [key: string]: T }, keys: ReadonlySet<string>): { [key: string]: T } {
  if (!Object.keys(record).some((key) => keys.has(key))) return record;
  return Object.freeze(Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key))));
}
