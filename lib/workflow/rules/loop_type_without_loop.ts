/**
 * `loop-type-without-loop`: a workflow of type `loop` has no way back.
 * @module
 */

import type { Graph } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import { wayBackTest } from "../way_back.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const loopTypeWithoutLoop: GraphRule = Object.freeze({
  code: "loop-type-without-loop",
  severity: "error",
  stage: "graph",
  summary: "A workflow of type loop has no way back",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    // A target that doesn't exist may have been the way back.
    if (workflow.type !== "loop" || workflow.order.length === 0 || graph.unknown.size > 0) return [];
    const isWayBack = wayBackTest(workflow);
    if (graph.edges.some((edge) => edge.kind !== "child" && isWayBack(edge))) return [];
    return [{
      message: 'The workflow\'s type is "loop", but no step leads to itself or to an earlier step',
      range: workflow.ranges.type ?? workflow.range,
      help: `Let a step lead back, perhaps ${quoted(workflow.order.at(-1)!)} to ${
        quoted(workflow.initial)
      }, or choose the type "sequential" or "dag"`,
    }];
  },
});
