/**
 * `no-terminal`: no step ends the run.
 * @module
 */

import type { Graph } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { isDeadEnd } from "./dead_end.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const noTerminal: GraphRule = Object.freeze({
  code: "no-terminal",
  severity: "error",
  stage: "graph",
  summary: "No step ends the run",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    // A target that doesn't exist may have been the end, and so may a step that has no way out yet (dead-end).
    if (graph.ending.size > 0 || workflow.order.length === 0) return [];
    if (workflow.order.some((id) => isDeadEnd(workflow.steps[id]))) return [];
    return [{
      message: `No step of this ${workflow.type} workflow ends the run: none has "end: true", none is "terminal" or ` +
        '"loop_decision"',
      range: workflow.steps[workflow.order.at(-1)!].range,
      help: `Write "end: true" at the step that is the last one, perhaps ${quoted(workflow.order.at(-1)!)}`,
    }];
  },
});
