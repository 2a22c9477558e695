/**
 * `require`: the contract on a deliverable's text. Source: spec "Step".
 * @module
 */

import * as v from "valibot";
import { LIMITS } from "../../limits.ts";
import { flag, listOf, optional, type Schema, sentinelText, text } from "./values.ts";

/** `require` of a step: at least one check, which the rule `require-empty` checks. */
export const requireSchema: Schema = v.strictObject({
  non_empty: optional(flag, "The text has to hold something besides blanks"),
  contains: optional(listOf(text), "Texts that have to stand in it, each exactly as written"),
  until: optional(sentinelText, "Word or phrase that has to stand in it as a whole"),
  last_line_regex: optional(
    v.pipe(v.string(), v.nonEmpty(), v.maxLength(LIMITS.pattern)),
    "RE2 pattern that its last line has to match",
  ),
});
