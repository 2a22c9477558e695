/**
 * Values that several schemas share: texts, ids, seconds, bounded lists, and the defaults of the language.
 * Source: spec "Workflow", "Step".
 * @module
 */

import * as v from "valibot";
import { LIMITS } from "../../limits.ts";

/** A schema of any kind; what it takes and gives is plain data. */
export type Schema = v.GenericSchema<unknown, unknown>;

/** What holds where the author says nothing. */
export const DEFAULTS: {
  readonly version: "1.0";
  readonly type: "sequential";
  readonly maxTransitions: 1000;
  readonly stepType: "standard";
  readonly variableType: "string";
  readonly loopMax: 10;
  readonly verifyAttempts: 3;
  readonly timeout: 300;
  readonly assurance: "elicited";
} = Object.freeze({
  version: "1.0",
  type: "sequential",
  maxTransitions: 1000,
  stepType: "standard",
  variableType: "string",
  loopMax: 10,
  verifyAttempts: 3,
  timeout: 300,
  assurance: "elicited",
});

/** Form of a step's id; at most 64 characters. */
export const STEP_ID: RegExp = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Form of a variable's name; at most 64 characters. */
export const VARIABLE_NAME: RegExp = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A key that may be left out. */
export function optional(schema: Schema, description: string, fallback?: unknown): Schema {
  return v.optional(described(schema, description), fallback);
}

/** A schema with the text that an editor shows for its key. */
export function described(schema: Schema, description: string): Schema {
  return v.pipe(schema, v.description(description));
}

/** Any text. */
export const text: Schema = v.string();

/** A text with at least one character. */
export const filledText: Schema = v.pipe(v.string(), v.nonEmpty());

/** A CEL expression. */
export const conditionText: Schema = v.pipe(v.string(), v.maxLength(LIMITS.condition));

/** A word or phrase that is searched as a whole. */
export const sentinelText: Schema = v.pipe(v.string(), v.maxLength(LIMITS.sentinel));

/** The id of a step that stands elsewhere. */
export const target: Schema = filledText;

/** `true` or `false`. */
export const flag: Schema = v.boolean();

/** Seconds of a time-out. */
export const seconds: Schema = v.pipe(v.number(), v.gtValue(0), v.maxValue(LIMITS.timeoutSeconds));

/** How often something may be repeated. */
export const repetitions: Schema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMITS.loopMax));

/** What a loop does when its repetitions are used up. */
export const exhaustion: Schema = filledText;

/** A list of any length up to the bound. */
export function listOf(item: Schema): Schema {
  return v.pipe(v.array(item), v.maxLength(LIMITS.listEntries));
}

/** A list with at least one entry. */
export function filledListOf(item: Schema): Schema {
  return v.pipe(v.array(item), v.nonEmpty(), v.maxLength(LIMITS.listEntries));
}

/** A map whose values are free. */
export const freeMap: Schema = v.record(v.string(), v.unknown());
