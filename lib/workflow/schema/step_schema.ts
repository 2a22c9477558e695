/**
 * A step. Which keys may stand together is the business of the rules. Source: spec "Step".
 * @module
 */

import * as v from "valibot";
import { approvalSchema, branchSchema, transitionSchema } from "./exits_schema.ts";
import { loopSchema, verifySchema } from "./loop_schema.ts";
import { requireSchema } from "./require_schema.ts";
import { subagentSchema } from "./subagent_schema.ts";
import {
  DEFAULTS,
  described,
  filledListOf,
  filledText,
  flag,
  freeMap,
  listOf,
  optional,
  type Schema,
  seconds,
  STEP_ID,
  target,
  text,
} from "./values.ts";

/** `enforce` of a step or a workflow. */
export const enforceSchema: Schema = v.picklist(["hard", "soft", "off"]);

/** One entry of `steps`. */
export const stepSchema: Schema = v.strictObject({
  id: described(
    v.pipe(v.string(), v.regex(STEP_ID)),
    "Unique id: letters, digits, underscores, dots and hyphens, at most 64",
  ),
  title: optional(filledText, "Title for people; the id where it is left out"),
  section_matcher: optional(
    filledText,
    "Heading of the skill's body, or how it begins; its section is the instructions",
  ),
  prompt: optional(text, "The instructions"),
  file: optional(filledText, "Path of the instructions inside the skill's folder"),
  command: optional(
    text,
    "Shell command that the host runs when the step is entered; values come through the environment",
  ),
  parallel: optional(filledListOf(target), "Ids of the child steps that are worked on side by side"),
  interpolate: optional(flag, "Whether {{…}} is replaced: by default in a prompt, and not in a section or a file"),
  step_type: optional(
    v.picklist(["standard", "interactive", "subagent_barrier", "loop_decision", "terminal"]),
    "What kind of step it is for the agent",
    DEFAULTS.stepType,
  ),
  next: optional(target, "Id of the step that follows"),
  transitions: optional(listOf(transitionSchema), "Ways out: the first true condition, else the default"),
  branch: optional(listOf(branchSchema), "Ways out by words in the output: the first rule that matches"),
  end: optional(flag, "The run is complete after this step unless a branch or a true condition leads on", false),
  loop: optional(loopSchema, "Repeat the step until a word was said, a command succeeds, or both"),
  verify: optional(verifySchema, "Repeat the step until a command succeeds"),
  require: optional(requireSchema, "Contract on the text that is delivered"),
  schema: optional(freeMap, "JSON Schema that the delivered output has to meet"),
  files: optional(
    listOf(filledText),
    "Paths, from the workspace on, of files that have to exist before the step is left",
  ),
  approval: optional(approvalSchema, "A person's verdict, which decides the way out"),
  expect: optional(v.picklist(["success", "failure"]), "What the command has to do"),
  timeout: optional(seconds, "Seconds after which the command is ended", DEFAULTS.timeout),
  mandated_tools: optional(listOf(filledText), "Tools that the step asks for, by name or class"),
  allowed_tools: optional(listOf(filledText), "Further tools that the fence lets through, by name or class"),
  denied_tools: optional(listOf(filledText), "Tools that the fence holds back, by name or class"),
  enforce: optional(enforceSchema, "The fence of this step; the workflow's where it is left out"),
  constraints: optional(listOf(text), "What has to be observed; shown with the step"),
  expected_outputs: optional(listOf(text), "What the step is to yield; shown with the step"),
  principles: optional(listOf(text), "Principles of this step; shown with it"),
  subagent_recommendation: optional(subagentSchema, "Advice on delegation; shown with the step"),
  model: optional(text, "Model that suits the step; shown with it"),
  metadata: optional(freeMap, "Anything else; carried along"),
});
