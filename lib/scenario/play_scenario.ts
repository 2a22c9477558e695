/**
 * Walks a scenario through the reducer: no model, no command, no clock.
 * @module
 */

import { didYouMean } from "../did_you_mean.ts";
import { FILE_START, type Range } from "../diagnostic.ts";
import { WorkflowError } from "../error.ts";
import { canonicalJson } from "../hash.ts";
import { type Json, type JsonObject, ownValue } from "../json.ts";
import { start } from "../session/start.ts";
import type { SessionState } from "../session/state.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { AT, describeWaiting, type Run } from "./run.ts";
import type { Scenario } from "./scenario.ts";
import { takeTurn } from "./take_turn.ts";

/** What of a scenario didn't come true. */
export interface ScenarioProblem {
  message: string;
  range: Range;
  /** What was expected and what came, where both are values. */
  wanted?: Json;
  actual?: Json;
}

/** A way taken: from a step to another, or to the end (null). */
export type Way = [from: StepId, to: StepId | null];

/** How a scenario came out. */
export interface PlayedScenario {
  name: string;
  file?: string;
  passed: boolean;
  problems: ScenarioProblem[];
  /** Every step entered, in order. */
  path: StepId[];
  /** Every way taken, in order. */
  ways: Way[];
  /** Every step entered, children too. */
  entered: StepId[];
  /** How the run stood in the end. */
  end: string;
}

/**
 * Walks a scenario. The workflow must be free of errors. The walk stops at the first turn that doesn't go as expected;
 * what has to be true in the end is compared only after all turns.
 *
 * @example
 * ```ts
 * import { parseSkill } from "../skill/parse_skill.ts";
 * import { playScenario } from "./play_scenario.ts";
 * import { readScenario } from "./read_scenario.ts";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const { scenario } = readScenario("steps: [{expect: one, answer: Done.}]");
 * console.assert(playScenario(parseSkill(text).workflow!, scenario!).passed);
 * ```
 */
export function playScenario(workflow: Workflow, scenario: Scenario): PlayedScenario {
  const problems = unknownSteps(workflow, scenario);
  const run = problems.length === 0 ? begin(workflow, scenario, problems) : undefined;
  const count = scenario.steps.length;
  for (let i = 0; run !== undefined && i < count && problems.length === 0; i++) takeTurn(run, scenario, i, problems);
  if (run !== undefined && problems.length === 0) compareEnd(run, scenario, problems);
  return {
    name: scenario.name,
    ...(scenario.file === undefined ? {} : { file: scenario.file }),
    passed: problems.length === 0,
    problems,
    path: run?.path ?? [],
    ways: run?.ways ?? [],
    entered: Object.keys(run?.state.visits ?? {}),
    end: run === undefined ? "not started" : endOf(run.state),
  };
}

function begin(workflow: Workflow, scenario: Scenario, problems: ScenarioProblem[]): Run | undefined {
  const { input, context } = scenario;
  try {
    const state = start(workflow, {
      id: "wf_scenario_00000000",
      at: AT,
      ...(input === undefined ? {} : { input }),
      ...(context === undefined ? {} : { context }),
      door: "library",
    });
    return { state, path: [state.step!], ways: [] };
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    problems.push({ message: error.message, range: placeOf(scenario, "context") });
    return undefined;
  }
}

/** Every step that the scenario names has to exist: a slip is said at its place, not as a walk that went astray. */
function unknownSteps(workflow: Workflow, scenario: Scenario): ScenarioProblem[] {
  const named: [StepId, string][] = [
    ...scenario.steps.map((turn, i): [StepId, string] => [turn.expect, `steps.${i}.expect`]),
    ...(scenario.path ?? []).map((id, i): [StepId, string] => [id, `path.${i}`]),
    ...Object.keys(scenario.outputs ?? {}).map((id): [StepId, string] => [id, `outputs.${id}`]),
  ];
  return named.filter(([id]) => !Object.hasOwn(workflow.steps, id)).map(([id, place]) => ({
    message: `There is no step ${JSON.stringify(id)}: ${
      didYouMean(id, workflow.order) || `there are ${workflow.order.map((one) => `"${one}"`).join(", ")}`
    }`,
    range: placeOf(scenario, place),
  }));
}

function compareEnd(run: Run, scenario: Scenario, problems: ScenarioProblem[]): void {
  const end = endOf(run.state);
  if (scenario.end !== end && !(scenario.end === "halted" && run.state.status === "halted")) {
    const why = run.state.halt === null || run.state.status !== "halted" ? "" : `: ${run.state.halt.message}`;
    const where = run.state.status === "running" ? `, ${describeWaiting(run.state)}` : why;
    problems.push({
      message: `The run was to end as "${scenario.end}", and is ${end}${where}`,
      range: placeOf(scenario, "end"),
      wanted: scenario.end,
      actual: end,
    });
  }
  if (scenario.path !== undefined && canonicalJson(scenario.path) !== canonicalJson(run.path)) {
    problems.push({
      message: "The run took another path",
      range: placeOf(scenario, "path"),
      wanted: scenario.path,
      actual: [...run.path],
    });
  }
  compareValues(
    scenario,
    "outputs",
    scenario.outputs,
    run.state.outputs,
    (id) => `the output of step "${id}"`,
    problems,
  );
  compareValues(
    scenario,
    "context_after",
    scenario.contextAfter,
    run.state.context,
    (name) => `the variable "${name}"`,
    problems,
  );
}

function compareValues(
  scenario: Scenario,
  key: string,
  wanted: JsonObject | undefined,
  actual: JsonObject,
  what: (name: string) => string,
  problems: ScenarioProblem[],
): void {
  for (const [name, value] of Object.entries(wanted ?? {})) {
    const came = ownValue(actual, name);
    if (came !== undefined && canonicalJson(value) === canonicalJson(came)) continue;
    const range = placeOf(scenario, `${key}.${name}`);
    if (came === undefined) {
      const known = Object.keys(actual);
      const hint = didYouMean(name, known) || (known.length > 0 ? `there are ${known.join(", ")}` : "there is none");
      problems.push({ message: `In the end there is nothing for ${what(name)}: ${hint}`, range });
    } else problems.push({ message: `In the end ${what(name)} is another`, range, wanted: value, actual: came });
  }
}

function endOf({ status, halt }: SessionState): string {
  return status === "halted" ? `halted:${halt!.reason}` : status;
}

function placeOf(scenario: Scenario, path: string): Range {
  return ownValue(scenario.places, path) ?? ownValue(scenario.places, "") ?? FILE_START;
}
