/**
 * The host's answer to an effect. Source: spec "What a delivery does, in order", items 3 and 7.
 * @module
 */

import { InvalidTransitionError, StaleInputError, TransitionEvaluationError } from "../error.ts";
import { checkRequire } from "../workflow/contract/require.ts";
import { type Step, stepOf } from "../workflow/workflow.ts";
import { afterVerdict, takeWayOut } from "./advance.ts";
import { type Draft, NOTHING, withKey } from "./draft.ts";
import { halt } from "./enter.ts";
import type { EffectResultInput, Verdict } from "./input.ts";
import type { Effect, GateRecord } from "./state.ts";

/**
 * Records a verdict and goes on.
 *
 * @throws {StaleInputError} the result is of another effect than the one asked for
 */
export function takeEffectResult(draft: Draft, input: EffectResultInput): void {
  const effect = (draft.waiting as { for: "effect"; effect: Effect }).effect;
  if (effect.id !== input.effect) {
    throw new StaleInputError(`The result is of effect "${input.effect}", but "${effect.id}" is asked for`, {
      effect: effect.id,
    });
  }
  const step = stepOf(draft.workflow, draft.step!);
  const record: GateRecord = {
    kind: effect.kind,
    verdict: effect.kind === "command" ? judge(step, input) : input.verdict,
    visit: effect.visit,
    iteration: draft.iteration,
    exit_code: input.exit_code ?? null,
    output: input.output ?? "",
    ...(input.why === undefined ? {} : { why: input.why }),
    ...(input.repeated ? { repeated: true as const } : {}),
  };
  draft.gates = withKey(draft.gates, step.id, record);
  if (effect.kind === "command") commandDone(draft, step, input, record);
  else afterVerdict(draft, step, record);
}

/** Without `expect` any exit code will do; a program that couldn't be run meets no expectation. */
function judge(step: Step, input: EffectResultInput): Verdict {
  const code = input.exit_code ?? null;
  if (input.interrupted || code === null) return "unevaluable";
  if (step.expect === undefined) return "pass";
  if (input.verdict === "unevaluable") return "unevaluable";
  return (step.expect === "success") === (code === 0) ? "pass" : "fail";
}

function commandDone(draft: Draft, step: Step, input: EffectResultInput, record: GateRecord): void {
  draft.outputs = withKey(draft.outputs, step.id, record.output);
  if (input.interrupted) {
    return halt(
      draft,
      "effect_interrupted",
      `The command of step "${step.id}" was interrupted and may have done its work or not: look before you run it again`,
    );
  }
  if (record.verdict !== "pass") {
    const actual = record.why ?? `exit code ${record.exit_code}`;
    return halt(
      draft,
      "expectation_failed",
      `The command of step "${step.id}" was expected to be a ${step.expect ?? "success"}, got ${actual}`,
    );
  }
  const problems = step.require ? checkRequire(step.require, record.output) : [];
  if (problems.length > 0) {
    return halt(
      draft,
      "expectation_failed",
      `The output of the command of step "${step.id}" doesn't fit: ${problems.join("; ")}`,
    );
  }
  draft.pending = { sent: NOTHING };
  try {
    takeWayOut(draft, step);
  } catch (error) {
    if (!(error instanceof TransitionEvaluationError || error instanceof InvalidTransitionError)) throw error;
    halt(draft, "expectation_failed", error.message);
  }
}
