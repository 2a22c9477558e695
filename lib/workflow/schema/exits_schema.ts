/**
 * The ways out that an author writes: transitions, branches, the choices of an approval. Source: spec "Step".
 * @module
 */

import * as v from "valibot";
import { LIMITS } from "../../limits.ts";
import {
  conditionText,
  DEFAULTS,
  described,
  filledText,
  optional,
  type Schema,
  sentinelText,
  target,
} from "./values.ts";

/** One entry of `transitions`. */
export const transitionSchema: Schema = v.strictObject({
  condition: optional(conditionText, "CEL expression; the first true one, in order, decides the way out"),
  target: optional(
    target,
    "Id of the step that follows; without a condition the agent may choose among several targets",
  ),
  default: optional(target, "Id of the step that follows when no condition is true; stands alone in its entry"),
});

/** One entry of a step's `branch`. */
export const branchSchema: Schema = v.strictObject({
  when: described(sentinelText, "Word or phrase, searched as a whole and without regard to case in the step's output"),
  goto: described(target, "Id of the step that follows when the word was found"),
});

/** `approval` of a step. */
export const approvalSchema: Schema = v.strictObject({
  question: described(filledText, "What the person is asked"),
  choices: described(
    v.pipe(v.record(v.pipe(v.string(), v.nonEmpty()), target), v.minEntries(1), v.maxEntries(LIMITS.listEntries)),
    "The answers that a person may give: label to id of the step that follows",
  ),
  assurance: optional(
    v.picklist(["reported", "elicited", "out_of_band"]),
    "How sure the record must be that a person answered: reported by the agent, elicited by the client, or out of band",
    DEFAULTS.assurance,
  ),
});
