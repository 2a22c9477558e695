/**
 * `dead-end`: a step without a way out.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Step, Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const deadEnd: GraphRule = Object.freeze({
  code: "dead-end",
  severity: "error",
  stage: "graph",
  summary: "A step has no way out",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.map((id) => workflow.steps[id])
      .filter(isDeadEnd)
      .map((step) => ({
        message: `Step ${quoted(step.id)} has no way out${
          step.exits.length > 0 ? " but for on_exhausted" : ""
        }, and in a ${workflow.type} workflow the declared order is none`,
        range: step.range,
        help: 'Write "next: <step>", or "end: true" if the run ends here',
      })),
});

/** Whether a walked step has no way out but where its loop gives up. */
export function isDeadEnd(step: Step): boolean {
  return step.dispatcher === undefined && step.exits.every((exit) => exit.kind === "exhausted");
}
