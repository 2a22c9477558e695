/**
 * `cycle-in-dag`: a workflow of type `dag` has a cycle.
 * @module
 */

import { findCycles } from "../components.ts";
import { type Graph, waysFrom } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import { cycleThrough } from "../shortest_path.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { arrows, exitName, quoted, stepsOf } from "./say.ts";

/** The rule. */
export const cycleInDag: GraphRule = Object.freeze({
  code: "cycle-in-dag",
  severity: "error",
  stage: "graph",
  summary: "A workflow of type dag has a cycle",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    if (workflow.type !== "dag") return [];
    const out = (id: StepId) => waysFrom(graph, id);
    return findCycles({ nodes: workflow.order, after: (id) => out(id).map((edge) => edge.to) }).map(
      ({ first, members }): Finding => {
        const cycle = cycleThrough(first, members, out)!;
        const back = cycle.at(-1)!;
        return {
          message: `The workflow's type is "dag", but ${arrows(stepsOf(cycle))} is a cycle`,
          range: back.exit!.range,
          related: cycle.slice(0, -1).slice(0, 8).map((edge) => ({
            message: `${quoted(edge.from)} goes to ${quoted(edge.to)} (${exitName(edge.exit!)})`,
            range: edge.exit!.range,
          })),
          help: 'Let the last of these ways lead elsewhere, or write "type: loop"',
        };
      },
    );
  },
});
