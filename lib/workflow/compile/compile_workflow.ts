/**
 * From the source tree to the workflow. Source: spec "The workflow language".
 * @module
 */

import type { Diagnostic } from "../../diagnostic.ts";
import { LIMITS } from "../../limits.ts";
import type { SourceMap } from "../../skill/source_node.ts";
import { DEFAULTS, schemaOf } from "../schema/mod.ts";
import type { Step, StepId, Workflow } from "../workflow.ts";
import { checkShape } from "./check_shape.ts";
import type { CompileOptions } from "./compile_options.ts";
import { compileInstructions, type Instructions } from "./compile_instructions.ts";
import { compileStep } from "./compile_step.ts";
import { compileVariables } from "./compile_variables.ts";
import { digestOf } from "./digest.ts";
import { rangesOf } from "./ranges.ts";
import { entryOf, numberAt, stringsAt, textAt, wordAt } from "./read_source.ts";
import { dispatchersOf, readSteps, type StepSource } from "./read_steps.ts";
import { openReport } from "./report.ts";
import { checkCommandInterpolation } from "./rules/command_interpolation.ts";
import { checkExclusiveKeys } from "./rules/exclusive_keys.ts";
import { checkBlankSentinels, checkLoopEmpty, checkRequireEmpty } from "./rules/loops.ts";
import { checkMisplacedKeys } from "./rules/misplaced_key.ts";
import { checkReservedNames, firstOfTheirId } from "./rules/names.ts";
import { checkNotActedOn } from "./rules/not_acted_on.ts";
import { checkPaths } from "./rules/path_escape.ts";
import { checkEndWithExit, checkTerminalWithExit } from "./rules/ways_out.ts";

/** A workflow, what is wrong with its source, and what is still wanted. */
export interface Compiled {
  /** Absent where there is no step at all. */
  workflow?: Workflow;
  diagnostics: Diagnostic[];
  /** Relative paths that `files` should hold and doesn't. */
  needs: string[];
}

/** The rules that look at one step alone. */
const STEP_RULES = [
  checkMisplacedKeys,
  checkExclusiveKeys,
  checkEndWithExit,
  checkTerminalWithExit,
  checkLoopEmpty,
  checkRequireEmpty,
  checkBlankSentinels,
  checkCommandInterpolation,
  checkPaths,
];

/**
 * Compiles the map under `workflow:` (of the flat form: the whole file). Never throws: what is wrong is in `diagnostics`, and
 * the workflow holds what could be read all the same, with targets that don't exist, so that the rules on the graph see it.
 */
export function compileWorkflow(source: SourceMap, options: CompileOptions): Compiled {
  const report = openReport(options.file);
  checkShape(schemaOf(options.form), source, report);
  checkNotActedOn(source, report);
  const steps = readSteps(source);
  checkReservedNames(source, steps, report);
  for (const step of steps) for (const check of STEP_RULES) check(step, report);

  const variables = compileVariables(source, report);
  const { instructions, needs } = compileInstructions(steps, options, report);
  const usable = firstOfTheirId(steps, report).filter(hasUsableId);
  const type = wordAt(source, "type", ["sequential", "dag", "loop"]) ?? DEFAULTS.type;
  if (usable.length === 0) return { diagnostics: report.diagnostics(), needs };

  const written = textAt(source, "name")?.value;
  const dispatchers = dispatchersOf(usable);
  const first = usable.find((step) => !dispatchers.has(step.id)) ?? usable[0];
  const workflow: Omit<Workflow, "digest"> = {
    name: options.form === "flat" ? options.name : written ?? options.name,
    title: options.form === "flat"
      ? written ?? options.title ?? options.name
      : options.title ?? written ?? options.name,
    description: textAt(source, "description")?.value ?? options.description,
    version: versionOf(source),
    type,
    form: options.form,
    initial: textAt(source, "initial_step")?.value ?? first.id,
    steps: compileSteps(usable, type === "sequential", instructions),
    order: usable.map((step) => step.id),
    variables,
    principles: stringsAt(source, "principles"),
    enforce: wordAt(source, "enforce", ["hard", "soft", "off"]) ?? (options.form === "flat" ? "hard" : "soft"),
    maxTransitions: maxTransitionsOf(source),
    range: source.range,
    ranges: rangesOf(source, ["steps"]),
    diagnostics: report.diagnostics(),
  };
  if (options.file !== undefined) workflow.file = options.file;
  if (options.skillFile !== undefined && options.skillFile !== options.file) workflow.skillFile = options.skillFile;
  return { workflow: { ...workflow, digest: digestOf(workflow) }, diagnostics: workflow.diagnostics, needs };
}

type UsableStep = StepSource & { id: StepId };

/** An id of a wrong form was reported and does no harm; this one name does. */
function hasUsableId(step: StepSource): step is UsableStep {
  return step.id !== undefined && step.id !== "__proto__";
}

function compileSteps(
  sources: readonly UsableStep[],
  sequential: boolean,
  instructions: ReadonlyMap<StepSource, Instructions>,
): Record<StepId, Step> {
  const dispatchers = dispatchersOf(sources);
  const successors = new Map<StepId, StepId | undefined>();
  let following: StepId | undefined;
  for (const { id } of [...sources].reverse()) {
    successors.set(id, following);
    if (!dispatchers.has(id)) following = id;
  }
  const steps: Record<StepId, Step> = Object.create(null);
  for (const source of sources) {
    steps[source.id] = compileStep(source, {
      sequential,
      successor: successors.get(source.id),
      dispatcher: dispatchers.get(source.id),
      instructions: instructions.get(source)!,
    });
  }
  return steps;
}

function versionOf(source: SourceMap): string {
  const value = entryOf(source, "version")?.value;
  const kept = value?.kind === "scalar" && (typeof value.value === "string" || typeof value.value === "number");
  return kept ? value.text : DEFAULTS.version;
}

function maxTransitionsOf(source: SourceMap): number {
  const written = numberAt(source, "max_transitions");
  const allowed = written !== undefined && Number.isInteger(written) && written >= 1 &&
    written <= LIMITS.transitionsMax;
  return allowed ? written : DEFAULTS.maxTransitions;
}
