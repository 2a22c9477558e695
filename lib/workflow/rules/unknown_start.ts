/**
 * `unknown-start`: `initial_step` names a step that doesn't exist.
 * @module
 */

import type { Graph } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { didYouMeanOr, quoted, rename } from "./say.ts";

/** The rule. */
export const unknownStart: GraphRule = Object.freeze({
  code: "unknown-start",
  severity: "error",
  stage: "graph",
  summary: "The initial step doesn't exist",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    if (graph.start !== undefined || workflow.order.length === 0) return [];
    const near = graph.unknown.get(workflow.initial) ?? [];
    const range = workflow.ranges.initial_step ?? workflow.range;
    return [{
      message: `The initial step ${quoted(workflow.initial)} doesn't exist; ${
        didYouMeanOr(near, workflow.order, "step")
      }`,
      range,
      ...(near.length === 1 && workflow.ranges.initial_step
        ? { repair: rename(workflow, { range }, workflow.initial, near[0]) }
        : {}),
    }];
  },
});
