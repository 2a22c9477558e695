/**
 * `parallel-child-shared`: a step is listed as a child twice, and its one output would stand for two results.
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const parallelChildShared: GraphRule = Object.freeze({
  code: "parallel-child-shared",
  severity: "error",
  stage: "graph",
  summary: "A step is the child of two dispatchers, or stands twice in one",
  check: (workflow: Workflow): Finding[] => {
    const owners = new Map<StepId, { by: StepId; range: Range }>();
    const findings: Finding[] = [];
    for (const id of workflow.order) {
      for (const child of workflow.steps[id].children ?? []) {
        const owner = owners.get(child.id);
        if (owner === undefined) {
          owners.set(child.id, { by: id, range: child.range });
          continue;
        }
        findings.push({
          message: owner.by === id
            ? `Step ${quoted(id)} lists the child ${quoted(child.id)} twice`
            : `Step ${quoted(id)}: child ${quoted(child.id)} already belongs to ${quoted(owner.by)}`,
          range: child.range,
          related: [{ message: `Listed here first, by ${quoted(owner.by)}`, range: owner.range }],
          help: owner.by === id
            ? "List it once"
            : `Declare a second step with the same instructions for ${quoted(id)}; several steps may share a section`,
        });
      }
    }
    return findings;
  },
});
