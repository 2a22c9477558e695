/**
 * A workflow in its three places. Source: spec "The workflow language", "Workflow".
 * @module
 */

import * as v from "valibot";
import { LIMITS } from "../../limits.ts";
import type { WorkflowForm } from "../workflow.ts";
import { enforceSchema, stepSchema } from "./step_schema.ts";
import {
  DEFAULTS,
  described,
  filledText,
  flag,
  listOf,
  optional,
  type Schema,
  target,
  text,
  VARIABLE_NAME,
} from "./values.ts";
import { variableSchema } from "./variable_schema.ts";

/** The keys of a workflow; only two defaults depend on the form. */
function workflowKeys(name: string, enforce: "hard" | "soft"): v.ObjectEntries {
  return {
    name: optional(filledText, name),
    description: optional(text, "What the workflow is for; the skill's where it is left out"),
    version: optional(v.union([v.string(), v.number()]), "Version of the workflow, kept as written", DEFAULTS.version),
    type: optional(
      v.picklist(["sequential", "dag", "loop"]),
      "sequential: a step without a way out leads to the next declared one; dag: no cycles; loop: at least one way back",
      DEFAULTS.type,
    ),
    initial_step: optional(target, "Id of the first step; the first that isn't a parallel child where it is left out"),
    context_schema: optional(
      v.pipe(
        v.record(v.pipe(v.string(), v.regex(VARIABLE_NAME)), variableSchema),
        v.maxEntries(LIMITS.listEntries),
      ),
      "Variables of the run by name",
    ),
    enforce: optional(enforceSchema, "The fence of every step that doesn't say otherwise", enforce),
    principles: optional(listOf(text), "Shown with every step"),
    max_transitions: optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMITS.transitionsMax)),
      "Transitions after which the run halts as a runaway",
      DEFAULTS.maxTransitions,
    ),
    steps: described(v.pipe(v.array(stepSchema), v.nonEmpty(), v.maxLength(LIMITS.steps)), "The steps, in their order"),
    budget: optional(v.unknown(), "Read for the sake of older files, and not acted on"),
    branch: optional(flag, "Read for the sake of older files, and not acted on"),
    engine: optional(v.unknown(), "Read for the sake of older files, and not acted on"),
  };
}

/** The value of the key `workflow`. */
export const workflowSchema: Schema = v.strictObject(
  workflowKeys("Name of the workflow; the skill's where it is left out", "soft"),
);

/** A workflow file of the portable form. */
export const workflowFileSchema: Schema = v.strictObject({
  workflow: described(workflowSchema, "The workflow of the skill whose metadata names this file"),
});

/** A file of the flat form. */
export const flatFileSchema: Schema = v.strictObject(
  workflowKeys("Display title; the workflow is addressed by its file's name", "hard"),
);

/** The schema of the map that `compileWorkflow` takes. */
export function schemaOf(form: WorkflowForm): Schema {
  return form === "flat" ? flatFileSchema : workflowSchema;
}
