/**
 * What keeps a cycle from going on for ever.
 * @module
 */

import type { Step } from "./workflow.ts";

/** Why a step bounds every cycle that passes it. */
export type LoopBound = "terminal" | "approval" | "interactive" | "loop_decision" | "counted";

/**
 * Why a cycle that passes this step is bounded: the run ends there, a person is asked, the agent may end it, or a condition
 * counts (`cycle_number`, `visits`). Undefined where nothing of that holds.
 *
 * @example
 * ```ts
 * import { boundOf } from "./loop_bound.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * console.assert(boundOf(workflowOf("a(interactive) -> end").steps.a) === "interactive");
 * ```
 */
export function boundOf(step: Step): LoopBound | undefined {
  if (step.approval) return "approval";
  if (step.type === "terminal" || step.type === "loop_decision" || step.type === "interactive") return step.type;
  return step.exits.some((exit) => /\b(?:cycle_number|visits)\b/.test(exit.condition?.text ?? ""))
    ? "counted"
    : undefined;
}
