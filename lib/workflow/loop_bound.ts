/**
 * What keeps a cycle from going on for ever.
 * @module
 */

import { childrenOf } from "./condition/access_path.ts";
import { parseCondition } from "./condition/mod.ts";
import type { Step } from "./workflow.ts";

/** Why a step bounds every cycle that passes it. */
export type LoopBound = "terminal" | "approval" | "interactive" | "loop_decision" | "counted";

/**
 * Why a cycle that passes this step is bounded: the run ends there, a person is asked, the agent may end it, or a condition
 * counts (`cycle_number`, `visits`). Undefined where nothing of that holds.
 */
export function boundOf(step: Step): LoopBound | undefined {
  if (step.approval) return "approval";
  if (step.type === "terminal" || step.type === "loop_decision" || step.type === "interactive") return step.type;
  return step.exits.some((exit) => exit.condition !== undefined && counts(exit.condition.text)) ? "counted" : undefined;
}

function counts(condition: string): boolean {
  const { ast } = parseCondition(condition);
  const nodes = ast === undefined ? [] : [ast];
  for (const node of nodes) {
    if (node.op === "id" && (node.args === "cycle_number" || node.args === "visits")) return true;
    nodes.push(...childrenOf(node));
  }
  return false;
}
