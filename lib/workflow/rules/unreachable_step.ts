/**
 * `unreachable-step`: no way leads from the initial step to a step.
 * @module
 */

import type { Graph } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { exitName, quoted } from "./say.ts";

/** The rule. */
export const unreachableStep: GraphRule = Object.freeze({
  code: "unreachable-step",
  severity: "error",
  stage: "graph",
  summary: "No way leads from the initial step to a step",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    const findings: Finding[] = [];
    let before: StepId | undefined;
    for (const id of workflow.order) {
      const step = workflow.steps[id];
      if (step.dispatcher !== undefined) continue;
      if (!graph.reachable.has(id)) {
        const past = before === undefined ? undefined : workflow.steps[before].exits.at(-1);
        findings.push({
          message: `Step ${quoted(id)} can't be reached from ${quoted(workflow.initial)}`,
          range: step.range,
          related: before !== undefined && past !== undefined && graph.reachable.has(before)
            ? [{
              message: past.target === null
                ? `The step before it, ${quoted(before)}, ends the run`
                : `The step before it, ${quoted(before)}, goes to ${quoted(past.target)} (${exitName(past)})`,
              range: past.range,
            }]
            : [],
          help: "Let a step that is reached lead here, or remove the step",
        });
      }
      before = id;
    }
    return findings;
  },
});
