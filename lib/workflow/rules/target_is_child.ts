/**
 * `target-is-child`: a way out leads to a parallel child, which is never walked on its own.
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { exitName, quoted, rename } from "./say.ts";

/** The rule. */
export const targetIsChild: GraphRule = Object.freeze({
  code: "target-is-child",
  severity: "error",
  stage: "graph",
  summary: "A way out or initial_step leads to a parallel child, which is never walked on its own",
  check: (workflow: Workflow): Finding[] => {
    const findings: Finding[] = [];
    const look = (who: string, target: StepId | null, range: Range) => {
      if (target === null || !Object.hasOwn(workflow.steps, target)) return;
      const child = workflow.steps[target];
      if (child.dispatcher === undefined) return;
      findings.push({
        message:
          `${who} leads to ${quoted(target)}, a parallel child of ${quoted(child.dispatcher)}, which is never walked ` +
          "on its own",
        range,
        related: [{
          message: `${quoted(child.dispatcher)} hands out its children together`,
          range: workflow.steps[child.dispatcher].range,
        }],
        help: `Lead to ${quoted(child.dispatcher)}, or take ${quoted(target)} out of its "parallel"`,
        repair: rename(workflow, { range }, target, child.dispatcher),
      });
    };
    if (workflow.ranges.initial_step) look("initial_step", workflow.initial, workflow.ranges.initial_step);
    for (const id of workflow.order) {
      for (const exit of workflow.steps[id].exits) {
        if (!exit.implied) look(`Step ${quoted(id)}: ${exitName(exit)}`, exit.target, exit.range);
      }
    }
    return findings;
  },
});
