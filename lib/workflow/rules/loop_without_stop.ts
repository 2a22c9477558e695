/**
 * `loop-without-stop`: a way back that nothing bounds and at which nobody can stop the run.
 * @module
 */

import { findCycles } from "../components.ts";
import { type Graph, waysFrom } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import { cycleThrough } from "../shortest_path.ts";
import { boundOf } from "../loop_bound.ts";
import { wayBackTest } from "../way_back.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { arrows, exitName, stepsOf } from "./say.ts";

/** The rule. */
export const loopWithoutStop: GraphRule = Object.freeze({
  code: "loop-without-stop",
  severity: "warning",
  stage: "graph",
  summary: "A way back is bounded by nothing and passes no step at which a person or the agent decides to go on",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    const isWayBack = wayBackTest(workflow);
    const nodes = workflow.order.filter((id) =>
      graph.reachable.has(id) && graph.ending.has(id) && boundOf(workflow.steps[id]) === undefined
    );
    const out = (id: StepId) => waysFrom(graph, id);
    return findCycles({ nodes, after: (id) => out(id).map((edge) => edge.to) })
      .filter(({ members }) => [...members].some((id) => workflow.steps[id].kind !== "command"))
      .map(({ first, members }): Finding => {
        const cycle = cycleThrough(first, members, out)!;
        const back = cycle.findLast(isWayBack)!;
        return {
          message: `Nothing bounds the cycle ${
            arrows(stepsOf(cycle))
          }: it may be walked until max_transitions (${workflow.maxTransitions}) halts the run`,
          range: back.exit!.range,
          related: [{
            message: `The cycle begins here (${exitName(back.exit!)} leads back)`,
            range: workflow.steps[back.to].range,
          }],
          help:
            'Let it pass a "loop_decision", an "interactive" step or an approval, use "loop" with a "max", or bound the ' +
            "way back with a condition on cycle_number or visits",
        };
      });
  },
});
