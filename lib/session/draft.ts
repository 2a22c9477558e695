/**
 * The state under construction: a shallow copy whose fields are replaced, never changed in place.
 * @module
 */

import type { SessionState } from "./state.ts";

/** A copy of a state that is still being written. */
export type Draft = { -readonly [K in keyof SessionState]: SessionState[K] };

/**
 * A copy to work on, with the revision counted up and the time set.
 */
export function draftOf(state: SessionState, at: string): Draft {
  return { ...state, revision: state.revision + 1, updated_at: at };
}

/**
 * Freezes a value and everything in it. What is already frozen is taken to be frozen throughout, so that finishing a
 * draft costs only what is new in it.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key in value) deepFreeze(value[key]);
  return value;
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
