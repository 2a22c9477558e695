/**
 * `loop` and its short form `verify`. Source: spec "Step".
 * @module
 */

import * as v from "valibot";
import {
  DEFAULTS,
  described,
  exhaustion,
  filledText,
  optional,
  repetitions,
  type Schema,
  seconds,
  sentinelText,
} from "./values.ts";

/** `loop` of a step: at least one of `until` and `gate`, which the rule `loop-empty` checks. */
export const loopSchema: Schema = v.strictObject({
  max: optional(repetitions, "How many iterations there are at most", DEFAULTS.loopMax),
  until: optional(sentinelText, "Word or phrase that has to stand in the output for the loop to end"),
  gate: optional(
    filledText,
    "Shell command that has to succeed for the loop to end; values come through the environment",
  ),
  timeout: optional(seconds, "Seconds after which the gate is ended", DEFAULTS.timeout),
  on_exhausted: optional(exhaustion, "halt, continue, or the id of the step that follows when max is reached"),
});

/** `verify` of a step. */
export const verifySchema: Schema = v.strictObject({
  command: described(filledText, "Shell command that has to succeed before the step is left"),
  timeout: optional(seconds, "Seconds after which the command is ended", DEFAULTS.timeout),
  attempts: optional(repetitions, "How many attempts there are at most", DEFAULTS.verifyAttempts),
  on_exhausted: optional(
    exhaustion,
    "halt, continue, or the id of the step that follows when attempts is reached",
    "halt",
  ),
});
