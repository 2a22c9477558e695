/**
 * Which way out a delivery takes. Source: spec "What a delivery does, in order", item 6.
 * @module
 */

import { InvalidTransitionError, TransitionEvaluationError } from "../error.ts";
import type { Json, JsonObject } from "../json.ts";
import { ConditionError, evaluateCondition } from "../workflow/condition/mod.ts";
import { containsSentinel } from "../workflow/sentinel.ts";
import type { Exit, Step, StepId } from "../workflow/workflow.ts";
import type { SessionState } from "./state.ts";

/** What decides the way out. */
export interface WayOutQuestion {
  step: Step;
  /** The delivered text: sentinels are searched in it. */
  text: string;
  /** The delivered value: `output` in conditions. */
  output: Json | undefined;
  /** This delivery's variables, already merged into the state's context. */
  sent: JsonObject;
  choice?: string;
  /** A `complete`: the end is wanted. */
  complete?: boolean;
}

/** The exit to take, or the bare targets that wait for a choice. */
export type WayOutAnswer = { exit: Exit } | { choose: StepId[] };

/**
 * The first way out that applies.
 *
 * @throws {TransitionEvaluationError} a condition can't be evaluated; it's never taken for false
 * @throws {InvalidTransitionError} the choice, or the wish to end, names another way than the one that applies
 */
export function wayOut(state: SessionState, question: WayOutQuestion): WayOutAnswer {
  const { step, choice } = question;
  const decided = decidedOf(state, question);
  if (question.complete) return { exit: endOf(step, decided) };
  if (decided) return { exit: agreed(step, decided, choice) };

  const ways = waysOf(step);
  const chosen = ways.choices.find((exit) => exit.target === choice);
  if (chosen) return { exit: chosen };

  const isChoiceWanted = ways.choices.length > 0;
  const fallback = ways.written ?? (isChoiceWanted ? undefined : ways.silent);
  if (fallback) return { exit: agreed(step, fallback, choice) };
  if (choice !== undefined || !isChoiceWanted) throw notOpen(step, choice, ways.choices);
  return { choose: ways.choices.map((exit) => exit.target!) };
}

/** The targets that a delivery of this step could ever name as its choice. */
export function choosable(step: Step): StepId[] {
  const targets = step.exits.filter((exit) =>
    exit.kind !== "approval" && exit.kind !== "exhausted" && exit.target !== null
  );
  return [...new Set(targets.map((exit) => exit.target!))];
}

/** The error for a choice that isn't open. */
export function notOpen(step: Step, choice: string | undefined, open: readonly Exit[]): InvalidTransitionError {
  const names = open.map((exit) => exit.target ?? "the end of the workflow");
  if (choice === undefined) {
    return new InvalidTransitionError(
      `Step "${step.id}" has no way out that applies: validate the workflow, it should have a default`,
      { step: step.id, open: names },
    );
  }
  return new InvalidTransitionError(
    `Step "${step.id}" has no open way out to "${choice}": ${insteadOf(choice, step, names)}`,
    { step: step.id, choice, open: names },
  );
}

function insteadOf(choice: string, { approval }: Step, open: string[]): string {
  if (open.length > 0) return `open is ${open.map((name) => `"${name}"`).join(", ")}`;
  return approval?.labels.includes(choice)
    ? "a person decides that once the result is in, so hand it in without transition_choice"
    : "leave transition_choice out";
}

interface Ways {
  /** The bare targets. */
  choices: Exit[];
  /** An end or a default that the author wrote: taken where nothing decides and nothing is chosen. */
  written?: Exit;
  /** What the author didn't have to write: taken where there's nothing to choose either. */
  silent?: Exit;
}

const WAYS = new WeakMap<Step, Ways>();

/** The exits of a step by what they need; looked up, since a step is left many times. */
function waysOf(step: Step): Ways {
  let ways = WAYS.get(step);
  if (!ways) {
    const first = (kind: Exit["kind"]) => step.exits.find((exit) => exit.kind === kind);
    ways = {
      choices: step.exits.filter((exit) => exit.kind === "choice"),
      written: step.exits.find((exit) => exit.kind === "end" && !exit.implied) ?? first("default"),
      silent: first("next") ?? first("successor") ?? first("end"),
    };
    WAYS.set(step, ways);
  }
  return ways;
}

/** The first branch or condition that holds. */
function decidedOf(state: SessionState, question: WayOutQuestion): Exit | undefined {
  for (const exit of question.step.exits) {
    if ((exit.kind === "branch" || exit.kind === "condition") && applies(state, question, exit)) return exit;
  }
  return undefined;
}

function applies(state: SessionState, question: WayOutQuestion, exit: Exit): boolean {
  if (exit.kind === "branch") return containsSentinel(question.text, exit.when!);
  try {
    return evaluateCondition(exit.condition!.text, {
      variables: state.workflow.variables,
      context: state.context,
      sent: question.sent,
      outputs: state.outputs,
      output: question.output,
      cycle: state.cycle,
      visits: state.visits,
    });
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    throw new TransitionEvaluationError(
      `The condition \`${exit.condition!.text}\` of step "${question.step.id}" can't be evaluated: ${error.message}. ` +
        "Call next_step again and send what it needs in variables",
      { step: question.step.id, condition: exit.condition!.text, target: exit.target, names: [...error.names] },
    );
  }
}

function agreed(step: Step, exit: Exit, choice: string | undefined): Exit {
  if (choice === undefined || choice === exit.target) return exit;
  throw notOpen(step, choice, [exit]);
}

/** A `loop_decision` may always end; elsewhere the end has to be the way that applies. */
function endOf(step: Step, decided: Exit | undefined): Exit {
  const end = step.exits.find((exit) => exit.target === null)!;
  if (!decided || decided.target === null || step.type === "loop_decision") return end;
  throw new InvalidTransitionError(
    `Step "${step.id}" doesn't end the workflow this time: its way out is "${decided.target}". Deliver it with next_step`,
    { step: step.id, open: [decided.target] },
  );
}
