/**
 * The shape of a scenario file: the reader checks by it, and the JSON Schema for editors is made from it.
 * @module
 */

import * as v from "valibot";
import type { HaltReason } from "../session/state.ts";
import { LIMITS } from "../limits.ts";
import { described, filledText, listOf, optional, type Schema, text } from "../workflow/schema/values.ts";

const HALTS: readonly HaltReason[] = [
  "loop_exhausted",
  "gate_unevaluable",
  "expectation_failed",
  "effect_interrupted",
  "runaway",
];

const map: Schema = v.record(v.string(), v.unknown());
const verdict = v.picklist(["pass", "fail", "unevaluable"]);

const answerSchema: Schema = v.strictObject({
  user_response: optional(text, "What the user answered"),
  step_output: optional(v.union([v.string(), map]), "The deliverable"),
  outputs: optional(map, "One result per parallel child, by id"),
  child: optional(filledText, "A child's id, to hand in just its result"),
  transition_choice: optional(filledText, "Step id or approval label, where a choice is asked for"),
  variables: optional(map, "Values of declared variables"),
});

const verdictSchema: Schema = v.union([
  verdict,
  v.strictObject({
    verdict: described(verdict, "What the check comes to"),
    exit_code: optional(v.pipe(v.number(), v.integer()), "Exit code of the command"),
    output: optional(text, "What the command prints"),
  }),
]);

const stepSchema: Schema = v.strictObject({
  expect: described(filledText, "Id of the step where the run has to stand now"),
  answer: optional(v.union([v.string(), answerSchema]), "Arguments of next_step; a bare text is step_output"),
  verdicts: optional(
    listOf(verdictSchema),
    "What the step's command, gate or check of files comes to, one for each that it asks for; nothing is run",
  ),
  approve: optional(filledText, "The label that a person chooses"),
  rejected: optional(
    v.union([v.literal(true), filledText]),
    "The answer has to be refused; a text has to stand in the reason",
  ),
  finish: optional(v.picklist(["completed", "aborted"]), "Ends the run here, as end_workflow does"),
  retry: optional(v.literal(true), "Asks the command or gate again that halted the run"),
});

/** A scenario file. */
export const scenarioSchema: Schema = v.strictObject({
  name: optional(filledText, "What is shown; the file's name where it is left out"),
  input: optional(text, "The task, for {{input}}"),
  context: optional(map, "Values of declared variables at the start"),
  steps: described(
    v.pipe(v.array(stepSchema), v.maxLength(LIMITS.steps)),
    "The turns of the walk, in order; empty where nothing but the start is looked at",
  ),
  end: optional(
    v.picklist(["completed", "aborted", "running", "halted", ...HALTS.map((reason) => `halted:${reason}`)]),
    "How the run has to stand after the last turn",
    "completed",
  ),
  path: optional(listOf(filledText), "Every step that has to be entered, in order"),
  outputs: optional(map, "Outputs that have to be recorded in the end, by step"),
  context_after: optional(map, "Values that variables have to have in the end"),
});
