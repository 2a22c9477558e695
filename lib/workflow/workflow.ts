/**
 * The compiled workflow: plain JSON, normalised so that every way out of every step is explicit.
 * Source: spec "Workflow" and "Step" of the workflow language.
 * @module
 */

import type { Diagnostic, Position, Range } from "../diagnostic.ts";
import type { Json, JsonObject } from "../json.ts";
import type { PatternProgram } from "./contract/pattern_program.ts";

/** A step's id: `[A-Za-z0-9][A-Za-z0-9_.-]{0,63}`. */
export type StepId = string;

/** How strictly the fence holds an agent to a step. */
export type Enforce = "hard" | "soft" | "off";

/** Where the workflow was written. */
export type WorkflowForm = "portable" | "inline" | "flat";

/** The shapes of graph that an author can promise. */
export type WorkflowType = "sequential" | "dag" | "loop";

/** Types of a context variable. */
export type VariableType = "string" | "integer" | "number" | "boolean" | "list" | "object";

/** A variable declared in `context_schema`. */
export interface Variable {
  /** Its name. */
  name: string;
  /** What its values have to be. */
  type: VariableType;
  /** Whether the start has to give it. */
  required: boolean;
  /** Its value where the start gives none. */
  default?: Json;
  /** The only values it may have. */
  enum?: Json[];
  /** What it is for. */
  description?: string;
  /** Its place in the file. */
  range: Range;
}

/** What a step is to the machine. */
export type StepKind = "agent" | "command" | "dispatcher" | "child";

/** `step_type` of the language. */
export type StepType = "standard" | "interactive" | "subagent_barrier" | "loop_decision" | "terminal";

/** A CEL expression with its place in the file. */
export interface Condition {
  /** The expression. */
  text: string;
  /** The scalar's range in the file, quotes included. */
  range: Range;
  /** Place of the text's first unit, where the text stands unescaped on one line: offsets in the text count from here. */
  at?: Position;
}

/**
 * One way out of a step. `target` is null where the way out is the end of the run.
 *
 * | kind | from | carries |
 * |---|---|---|
 * | `approval` | `approval.choices` | `label` |
 * | `branch` | `branch` | `when` |
 * | `condition` | `transitions` with a condition | `condition` |
 * | `choice` | one of several bare targets | |
 * | `end` | `end: true`, `terminal`, the last step of a sequential workflow, `loop_decision` | `implied` but for `end: true` |
 * | `default` | `default`, or a single bare target | |
 * | `next` | `next` | |
 * | `successor` | the declared order of a sequential workflow | `implied` |
 * | `exhausted` | `on_exhausted` with a step id | |
 */
export interface Exit {
  /** What makes it a way out. */
  kind: "approval" | "branch" | "condition" | "choice" | "end" | "default" | "next" | "successor" | "exhausted";
  /** The step that it leads to; null is the end. */
  target: StepId | null;
  /** The approval's label. */
  label?: string;
  /** The branch's sentinel. */
  when?: string;
  /** The condition that has to hold. */
  condition?: Condition;
  /** The author didn't write this way out; the language implies it. */
  implied?: true;
  /** The place of the target (or of the step's id, where it's implied). */
  range: Range;
}

/** A shell command that the host runs. `timeout` is in seconds. */
export interface Command {
  /** The command line. */
  run: string;
  /** Seconds. */
  timeout: number;
  /** Its place in the file. */
  range: Range;
}

/** A bounded repetition of a step: `loop`, or `verify` with only a gate. */
export interface Loop {
  /** The key that it was written as. */
  from: "loop" | "verify";
  /** Iterations at most. */
  max: number;
  /** The word that has to stand in the output. */
  until?: string;
  /** Place of the word. */
  untilRange?: Range;
  /** The command that has to succeed. */
  gate?: Command;
  /** What to do at `max`; without it a red gate halts and anything else goes on with a notice. */
  onExhausted?: "halt" | "continue" | { step: StepId };
  /** Its place in the file. */
  range: Range;
}

/** The contract on a deliverable's text. */
export interface Require {
  /** The text may not be blank. */
  nonEmpty?: boolean;
  /** What has to stand in the text. */
  contains?: string[];
  /** The word that has to stand in the text. */
  until?: string;
  /** The RE2 pattern that the last line has to match. */
  lastLineRegex?: string;
  /** `lastLineRegex`, compiled; absent where it can't be. */
  lastLineProgram?: PatternProgram;
  /** Ranges of the values by key of the file (`last_line_regex`, `contains.0`, …). */
  ranges: Record<string, Range>;
  /** Its place in the file. */
  range: Range;
}

/** How sure the record must be that a person approved. */
export type Assurance = "reported" | "elicited" | "out_of_band";

/** A person's verdict that decides the way out; its targets are exits of kind `approval`. */
export interface Approval {
  /** What the person is asked. */
  question: string;
  /** The possible answers. */
  labels: string[];
  /** How sure it has to be that a person answered. */
  assurance: Assurance;
  /** Its place in the file. */
  range: Range;
}

/** Advice on delegation, shown with the step. */
export interface SubagentRecommendation {
  /** The kind of subagent. */
  type?: string;
  /** How to divide the work. */
  clustering_rule?: string;
  /** The model to use. */
  model?: string;
  /** How many at a time. */
  max_parallel?: number;
  /** What to tell them. */
  prompt_template?: string;
}

/** A `{{…}}` in an interpolated text. */
export interface Reference {
  /** What is referred to. */
  kind: "input" | "step" | "context";
  /** The step's id or the variable's name; empty for `input`. */
  name: string;
  /** Its place in the file. */
  range: Range;
}

/** Where a step's instructions came from. */
export interface InstructionSource {
  /** Where the instructions come from. */
  kind: "section" | "prompt" | "file" | "command" | "parallel" | "none";
  /** The section's matcher, the file's path; absent for the others. */
  name?: string;
  /** Path of the step's file, inside the skill's folder. */
  file?: string;
  /** Index of the section in the skill's `sections`. */
  section?: number;
  /** Its place in the file. */
  range: Range;
}

/** One step. */
export interface Step {
  /** Its id. */
  id: StepId;
  /** Its title, the id if none was written. */
  title: string;
  /** What it is to the machine. */
  kind: StepKind;
  /** Its `step_type`. */
  type: StepType;
  /** The text to show (section, file or prompt), still with its `{{…}}`; for a command step the command's text. */
  instructions: string;
  /** Where its instructions come from. */
  source: InstructionSource;
  /** Whether `{{…}}` in `instructions` is replaced. */
  interpolate: boolean;
  /** What its instructions refer to. */
  references: Reference[];
  /** In the order in which they're tried. */
  exits: Exit[];
  /** Of a dispatcher. */
  children?: { id: StepId; range: Range }[];
  /** Of a child: its dispatcher. */
  dispatcher?: StepId;
  /** Until when it is repeated. */
  loop?: Loop;
  /** The contract on the deliverable's text. */
  require?: Require;
  /** The contract on the deliverable's value. */
  schema?: { value: JsonObject; range: Range };
  /** Files that have to exist. */
  files?: { path: string; range: Range }[];
  /** What a person has to decide. */
  approval?: Approval;
  /** Of a command step. */
  command?: Command;
  /** How the command has to end. */
  expect?: "success" | "failure";
  /** Tools or classes that it mandates. */
  mandatedTools: string[];
  /** Tools or classes that it allows besides. */
  allowedTools: string[];
  /** Tools or classes that it denies. */
  deniedTools: string[];
  /** The step's own; without it the workflow's holds. */
  enforce?: Enforce;
  /** Shown with the step. */
  constraints: string[];
  /** Shown with the step. */
  expectedOutputs: string[];
  /** Shown with the step. */
  principles: string[];
  /** How to delegate it. */
  subagent?: SubagentRecommendation;
  /** The model that the author suggests. */
  model?: string;
  /** The author's own, carried along. */
  metadata?: JsonObject;
  /** The id's place. */
  range: Range;
  /** Places of the step's keys by dotted path (`next`, `section_matcher`, `loop.max`, `transitions.0.target`, …). */
  ranges: Record<string, Range>;
}

/** A compiled workflow. */
export interface Workflow {
  /** The skill's name, or the file's. */
  name: string;
  /** Its display title. */
  title: string;
  /** What it is for. */
  description: string;
  /** As written. */
  version: string;
  /** The shape that the author promises. */
  type: WorkflowType;
  /** How it was written. */
  form: WorkflowForm;
  /** The step that a session starts with. */
  initial: StepId;
  /** Null prototype or own keys only: look up with `stepOf`. */
  steps: Record<StepId, Step>;
  /** Declared order, children included. */
  order: StepId[];
  /** The declared variables, by name. */
  variables: Record<string, Variable>;
  /** Shown with every step. */
  principles: string[];
  /** The fence of every step that doesn't say otherwise. */
  enforce: Enforce;
  /** Past it a session halts as `runaway`. */
  maxTransitions: number;
  /** The file that holds the `workflow:` (or flat `steps:`) key. */
  file?: string;
  /** The skill's own file, where the workflow stands in another. */
  skillFile?: string;
  /** Its place in the file. */
  range: Range;
  /** Places of the workflow's own keys (`initial_step`, `type`, …). */
  ranges: Record<string, Range>;
  /** What the compiler found while it read the source; `validateGraph` adds the rules on the graph. */
  diagnostics: Diagnostic[];
  /** Equality of definitions (not security): a hash of everything but `digest`, `diagnostics` and places. */
  digest: string;
}

/**
 * The step with that id; throws a `RangeError` where there is none (a programmer's mistake: ids come from the workflow).
 *
 * @example
 * ```ts
 * import { parseSkill, stepOf } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const { workflow } = parseSkill(text);
 * console.assert(stepOf(workflow!, "one").title === "one");
 * ```
 */
export function stepOf(workflow: Workflow, id: StepId): Step {
  if (!Object.hasOwn(workflow.steps, id)) throw new RangeError(`No step "${id}" in workflow "${workflow.name}"`);
  return workflow.steps[id];
}
