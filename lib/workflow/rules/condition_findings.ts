/**
 * One run of the checker over all conditions of a workflow, shared by the rules that report its findings.
 * @module
 */

import { checkCondition, type ConditionCode, type ConditionFinding } from "../condition/mod.ts";
import type { Finding } from "../rule.ts";
import type { Workflow } from "../workflow.ts";

const checked = new WeakMap<Workflow, ConditionFinding[]>();

/** What the checker finds under one code. */
export function conditionFindings(workflow: Workflow, wanted: ConditionCode): Finding[] {
  let findings = checked.get(workflow);
  if (findings === undefined) checked.set(workflow, findings = checkAll(workflow));
  return findings.filter(({ code }) => code === wanted).map(({ code: _, ...finding }) => finding);
}

function checkAll(workflow: Workflow): ConditionFinding[] {
  const scope = { variables: workflow.variables, steps: workflow.order };
  return workflow.order.flatMap((id) =>
    workflow.steps[id].exits.flatMap((exit) => exit.condition ? checkCondition(exit.condition, scope) : [])
  );
}
