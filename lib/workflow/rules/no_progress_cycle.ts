/**
 * `no-progress-cycle`: a cycle of steps that the host runs by itself, which would never wait for anyone.
 * @module
 */

import { findCycles } from "../components.ts";
import { type Graph, waysFrom } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import { cycleThrough } from "../shortest_path.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { arrows, exitName, quoted, stepsOf } from "./say.ts";

/** The rule. */
export const noProgressCycle: GraphRule = Object.freeze({
  code: "no-progress-cycle",
  severity: "error",
  stage: "graph",
  summary: "A cycle of command steps never waits for an agent or a person",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    const nodes = workflow.order.filter((id) => workflow.steps[id].kind === "command");
    const out = (id: StepId) => waysFrom(graph, id);
    return findCycles({ nodes, after: (id) => out(id).map((edge) => edge.to) }).map(({ first, members }): Finding => {
      const cycle = cycleThrough(first, members, out)!;
      return {
        message: `The commands of the cycle ${arrows(stepsOf(cycle))} would run one after the other without a pause`,
        range: workflow.steps[first].range,
        related: cycle.slice(0, 8).map((edge) => ({
          message: `${quoted(edge.from)} goes to ${quoted(edge.to)} (${exitName(edge.exit!)})`,
          range: edge.exit!.range,
        })),
        help: "Put an agent's step into the cycle, or retry inside one command",
      };
    });
  },
});
