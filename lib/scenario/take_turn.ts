/**
 * One turn of a scenario: where the run has to stand, what is handed in, what the checks come to, what a person says.
 * @module
 */

import { FILE_START } from "../diagnostic.ts";
import { WorkflowError } from "../error.ts";
import { ownValue } from "../json.ts";
import type { Effect } from "../session/state.ts";
import { stepOf } from "../workflow/workflow.ts";
import type { ScenarioProblem } from "./play_scenario.ts";
import { apply, type BareInput, describeWaiting, type Run } from "./run.ts";
import type { Scenario, ScenarioStep, ScenarioVerdict } from "./scenario.ts";

/** Takes the turn with that index; what doesn't go as expected becomes a problem. */
export function takeTurn(run: Run, scenario: Scenario, index: number, problems: ScenarioProblem[]): void {
  const turn = scenario.steps[index];
  const say = (message: string, key?: string, more: Partial<ScenarioProblem> = {}) => {
    const place = `steps.${index}`;
    const range = ownValue(scenario.places, key === undefined ? place : `${place}.${key}`) ??
      ownValue(scenario.places, place) ?? FILE_START;
    problems.push({ message: `Turn ${index + 1}: ${message}`, range, ...more });
  };
  const astray = whyAstray(run, turn);
  if (astray !== undefined) {
    return say(astray, "expect", { wanted: turn.expect, actual: run.state.step ?? run.state.status });
  }
  const refused = handIn(run, turn, say);
  if (problems.length > 0) return;
  judge(turn, refused, run, say);
}

type Say = (message: string, key?: string, more?: Partial<ScenarioProblem>) => void;

function whyAstray({ state }: Run, turn: ScenarioStep): string | undefined {
  const { status, step, halt } = state;
  if (status === "halted" && !turn.retry && !(turn.finish === "aborted" && step === turn.expect)) {
    return `the run is halted at step "${step}" (${halt!.reason}): ${halt!.message}. To go on, a turn has retry: true`;
  }
  if (status !== "running" && status !== "halted") {
    return `the run was to be at step "${turn.expect}", and is already ${status}`;
  }
  if (step !== turn.expect) return `the run was to be at step "${turn.expect}", and is ${describeWaiting(state)}`;
  return undefined;
}

/** Does what the turn says; returns why the answer was refused, where it was. */
function handIn(run: Run, turn: ScenarioStep, say: Say): string | undefined {
  const before = run.state;
  const visit = before.visits[turn.expect];
  if (turn.retry) {
    const refused = attempt(run, { type: "retry" });
    if (refused !== undefined) return void say(refused, "retry");
  }
  const ask = run.state.waiting;
  if (turn.answer !== undefined && ask?.for === "effect") {
    return void say(`step "${turn.expect}" is the machine's: it takes verdicts, and no answer`, "answer");
  }
  if (turn.answer !== undefined || turn.finish === "completed") {
    const refused = attempt(run, deliveryOf(run, turn));
    if (refused !== undefined) return refused;
  }
  let taken = 0;
  for (let effect = effectOf(run, turn, visit); effect !== undefined; effect = effectOf(run, turn, visit)) {
    const verdict = turn.verdicts[taken];
    if (verdict === undefined) return void say(missingVerdict(effect, taken));
    taken++;
    apply(run, resultOf(run, effect, verdict));
  }
  if (taken < turn.verdicts.length) {
    const rejected = run.state.last_rejection === null ? "" : `; it was rejected: ${rejectionOf(run)}`;
    const wanted = taken === 0 ? "none" : `only ${taken}`;
    return void say(
      `${count(turn.verdicts.length)} given, and step "${turn.expect}" asked for ${wanted}${rejected}`,
      "verdicts",
    );
  }
  if (turn.approve !== undefined) {
    const { waiting } = run.state;
    if (waiting?.for !== "approval") {
      return void say(`nobody is asked for an approval: the run is ${describeWaiting(run.state)}`, "approve");
    }
    const { assurance } = stepOf(run.state.workflow, waiting.step).approval!;
    const refused = attempt(run, {
      type: "approve",
      step: waiting.step,
      visit: waiting.visit,
      choice: turn.approve,
      by: "scenario",
      assurance,
    });
    if (refused !== undefined) return refused;
  }
  if (turn.finish === "aborted") apply(run, { type: "abort" });
  const { last_rejection: rejection } = run.state;
  return rejection !== null && rejection !== before.last_rejection ? rejectionOf(run) : undefined;
}

function judge(turn: ScenarioStep, refused: string | undefined, run: Run, say: Say): void {
  const { rejected } = turn;
  if (refused === undefined && rejected !== undefined) {
    const red = turn.verdicts.some(({ verdict }) => verdict !== "pass")
      ? ". A loop whose gate is red comes back without a rejection"
      : "";
    const now = run.state.status === "running" ? describeWaiting(run.state) : run.state.status;
    say(`the answer was to be rejected, and was taken; the run is ${now}${red}`, "rejected");
  } else if (refused !== undefined && rejected === undefined) {
    say(`the answer was rejected: ${refused}`, "answer");
  } else if (refused !== undefined && typeof rejected === "string" && !refused.includes(rejected)) {
    say("the answer was rejected for another reason", "rejected", { wanted: rejected, actual: refused });
  }
}

function attempt(run: Run, input: BareInput): string | undefined {
  try {
    apply(run, input);
    return undefined;
  } catch (error) {
    if (error instanceof WorkflowError) return error.message;
    throw error;
  }
}

function deliveryOf({ state }: Run, { answer = {}, finish }: ScenarioStep): BareInput {
  const { user_response: response, step_output: output, outputs, transition_choice: choice, variables } = answer;
  const what = {
    ...(response === undefined ? {} : { response }),
    ...(output === undefined ? {} : { output }),
    ...(variables === undefined ? {} : { variables }),
  };
  if (finish === "completed") return { type: "complete", turn: state.turn, ...what };
  const child = answer.child === undefined ? undefined : ticketOf(state.tickets, answer.child);
  return {
    type: "deliver",
    ...(child === undefined ? { turn: state.turn } : { child }),
    ...what,
    ...(outputs === undefined ? {} : { outputs }),
    ...(choice === undefined ? {} : { choice }),
  };
}

function ticketOf(tickets: Run["state"]["tickets"], child: string): string {
  return Object.keys(tickets).find((key) => tickets[key].child === child) ?? child;
}

/** What the step of this turn asks for, in the visit in which the turn began. */
function effectOf({ state }: Run, turn: ScenarioStep, visit: number): Effect | undefined {
  const { waiting } = state;
  if (waiting?.for !== "effect") return undefined;
  return waiting.effect.step === turn.expect && waiting.effect.visit === visit ? waiting.effect : undefined;
}

/** `pass` means that the author's expectation is met: where a command has to fail, that it fails. */
function resultOf({ state }: Run, effect: Effect, given: ScenarioVerdict): BareInput {
  const { verdict, output = "" } = given;
  const toFail = effect.kind === "command" && stepOf(state.workflow, effect.step).expect === "failure";
  const code = effect.kind === "files" || verdict === "unevaluable" ? null : (verdict === "pass") === toFail ? 1 : 0;
  const silent = verdict === "unevaluable" || (effect.kind === "files" && verdict === "fail");
  return {
    type: "effect_result",
    effect: effect.id,
    verdict,
    exit_code: given.exit_code ?? code,
    output,
    ...(silent ? { why: output || `the scenario says ${verdict}` } : {}),
  };
}

function missingVerdict({ kind, step, run, files }: Effect, taken: number): string {
  const what = kind === "files" ? `its files (${files!.join(", ")})` : `its ${kind} ${JSON.stringify(run)}`;
  const after = taken === 0 ? "" : `, after ${count(taken)}`;
  return `step "${step}" asks for a verdict on ${what}${after}: give verdicts: [pass], or fail, or unevaluable`;
}

function rejectionOf({ state }: Run): string {
  return state.last_rejection!.problems.join("; ");
}

function count(verdicts: number): string {
  return verdicts === 1 ? "1 verdict" : `${verdicts} verdicts`;
}
