/**
 * Which way out a delivery takes. Source: spec "What a delivery does, in order", item 6.
 * @module
 */

import { InvalidTransitionError, TransitionEvaluationError } from "../error.ts";
import { ownValue } from "../json.ts";
import { ConditionError, evaluateCondition } from "../workflow/condition/mod.ts";
import { containsSentinel } from "../workflow/sentinel.ts";
import type { Exit, Step, StepId } from "../workflow/workflow.ts";
import { outputText } from "./output_text.ts";
import type { SessionState } from "./state.ts";

/**
 * The first way out of a step that applies to the delivery that is pending; undefined where the agent has to choose one.
 *
 * @throws {TransitionEvaluationError} a condition can't be evaluated; it's never taken for false
 * @throws {InvalidTransitionError} the choice, or the wish to end, names another way than the one that applies
 */
export function wayOut(state: SessionState, step: Step): Exit | undefined {
  const { choice, complete } = state.pending!;
  const ways = waysOf(step);
  const decided = ways.isConditional ? step.exits.find((exit) => applies(state, step, exit)) : undefined;
  if (complete) return endOf(step, decided);
  if (decided) return agreed(step, decided, choice);

  const chosen = ways.choices.find((exit) => exit.target === choice);
  if (chosen) return chosen;

  const isChoiceWanted = ways.choices.length > 0;
  const fallback = ways.written ?? (isChoiceWanted ? undefined : ways.silent);
  if (fallback) return agreed(step, fallback, choice);
  if (choice !== undefined || !isChoiceWanted) throw notOpen(step, choice, ways.choices);
  return undefined;
}

/** The text that was delivered: sentinels are searched in it. */
export function deliveredText({ pending, outputs }: SessionState, step: Step): string {
  return pending?.text ?? outputText(ownValue(outputs, step.id));
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
  /** There are branches or conditions, which the delivery decides. */
  isConditional: boolean;
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
      isConditional: step.exits.some((exit) => exit.kind === "branch" || exit.kind === "condition"),
      choices: step.exits.filter((exit) => exit.kind === "choice"),
      written: step.exits.find((exit) => exit.kind === "end" && !exit.implied) ?? first("default"),
      silent: first("next") ?? first("successor") ?? first("end"),
    };
    WAYS.set(step, ways);
  }
  return ways;
}

function applies(state: SessionState, step: Step, exit: Exit): boolean {
  if (exit.kind === "branch") return containsSentinel(deliveredText(state, step), exit.when!);
  if (exit.kind !== "condition") return false;
  try {
    return evaluateCondition(exit.condition!.text, {
      variables: state.workflow.variables,
      context: state.context,
      sent: state.pending!.sent,
      outputs: state.outputs,
      output: ownValue(state.outputs, step.id),
      cycle: state.cycle,
      visits: state.visits,
    });
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    throw new TransitionEvaluationError(
      `The condition \`${exit.condition!.text}\` of step "${step.id}" can't be evaluated: ${error.message}. ` +
        "Call next_step again and send what it needs in variables",
      { step: step.id, condition: exit.condition!.text, target: exit.target, names: [...error.names] },
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
