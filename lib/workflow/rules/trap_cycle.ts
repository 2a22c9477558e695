/**
 * `trap-cycle`: a cycle that can be reached and never be left.
 * @module
 */

import { findCycles } from "../components.ts";
import { type Graph, waysFrom } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import { cycleThrough } from "../shortest_path.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { arrows, exitName, quoted, stepsOf } from "./say.ts";

/** The rule. */
export const trapCycle: GraphRule = Object.freeze({
  code: "trap-cycle",
  severity: "error",
  stage: "graph",
  summary: "A cycle can be reached and never be left",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    // Without any end the fault is no-terminal, and in a dag the cycle itself is one: cycle-in-dag.
    if (graph.ending.size === 0 || workflow.type === "dag") return [];
    const nodes = workflow.order.filter((id) => graph.reachable.has(id) && !graph.ending.has(id));
    const out = (id: StepId) => waysFrom(graph, id);
    return findCycles({ nodes, after: (id) => out(id).map((edge) => edge.to) })
      .filter(({ members }) => [...members].every((id) => out(id).every((edge) => members.has(edge.to))))
      .map(({ first, members }): Finding => {
        const cycle = cycleThrough(first, members, out)!;
        return {
          message: `The cycle ${arrows(stepsOf(cycle))} can be reached, but no way leads from it to an end`,
          range: workflow.steps[first].range,
          related: cycle.slice(0, 8).map((edge) => ({
            message: `${quoted(edge.from)} goes to ${quoted(edge.to)} (${exitName(edge.exit!)})`,
            range: edge.exit!.range,
          })),
          help: 'Give one of its steps a way out, write "end: true" there, or make one a "loop_decision"',
        };
      });
  },
});
