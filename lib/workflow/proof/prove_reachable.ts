/**
 * Every step can be reached.
 * @module
 */

import type { Graph } from "../graph.ts";
import { search } from "../shortest_path.ts";
import type { Workflow } from "../workflow.ts";
import type { Claim } from "./claim.ts";
import { shortPaths } from "./short_path.ts";

/** A shortest path to each step; a child is reached with its dispatcher. */
export function proveReachable(workflow: Workflow, graph: Graph): Claim[] {
  const arrivals = search(graph.start === undefined ? [] : [graph.start], (id) => graph.out.get(id)!);
  const paths = shortPaths(arrivals);
  return workflow.order.map((step): Claim => {
    if (!arrivals.has(step)) {
      return { kind: "reachable", step, holds: false, text: `No way leads here from "${workflow.initial}"`, path: [] };
    }
    const path = paths(step);
    const moves = path.path.length + (path.omitted ?? 0) - 1;
    const text = moves === 0 ? "The run begins here" : moves === 1 ? "In 1 move" : `In ${moves} moves`;
    return { kind: "reachable", step, holds: true, text, ...path };
  });
}
