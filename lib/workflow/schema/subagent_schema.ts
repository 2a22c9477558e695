/**
 * `subagent_recommendation`: advice on delegation. Source: spec "Step".
 * @module
 */

import * as v from "valibot";
import { LIMITS } from "../../limits.ts";
import { optional, type Schema, text } from "./values.ts";

/** `subagent_recommendation` of a step. */
export const subagentSchema: Schema = v.strictObject({
  type: optional(text, "Kind of subagent, such as research or builder"),
  clustering_rule: optional(text, "How the work is cut into parts"),
  model: optional(text, "Model of the subagents"),
  max_parallel: optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMITS.listEntries)),
    "How many may work at once",
  ),
  prompt_template: optional(text, "Prompt to start from"),
});
