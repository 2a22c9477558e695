/**
 * Paths that stay readable, and cheap: ten thousand steps in a row have ten thousand paths of up to ten thousand steps.
 * @module
 */

import type { Graph } from "../graph.ts";
import { type Arrivals, search } from "../shortest_path.ts";
import type { StepId } from "../workflow.ts";
import type { Claim } from "./claim.ts";

/** Steps that are shown at each end of a long path. */
const HALF = 20;

/** Makes the path to each step that a search came to, long ones without their middle. */
export function shortPaths(arrivals: Arrivals): (id: StepId) => Pick<Claim, "path" | "omitted"> {
  const depth = new Map<StepId, number>();
  /** The last step of a path's first half. */
  const head = new Map<StepId, StepId>();
  // A search comes to a step after the step that leads there, so one pass in its order is enough.
  for (const [id, edge] of arrivals) {
    depth.set(id, edge ? depth.get(edge.from)! + 1 : 0);
    head.set(id, depth.get(id)! < HALF ? id : head.get(edge!.from)!);
  }
  const back = (id: StepId, most: number): StepId[] => {
    const path = [id];
    for (let edge = arrivals.get(id); edge && path.length < most; edge = arrivals.get(edge.from)) path.push(edge.from);
    return path.reverse();
  };
  return (id) => {
    const steps = depth.get(id)! + 1;
    if (steps <= 2 * HALF) return { path: back(id, steps) };
    return { path: [...back(head.get(id)!, HALF), ...back(id, HALF)], omitted: steps - 2 * HALF };
  };
}

/** A shortest way from the start to a step that can be reached; searched for only when it's first asked for. */
export function waysFromStart(graph: Graph): (id: StepId) => Pick<Claim, "path" | "omitted"> {
  let paths: ((id: StepId) => Pick<Claim, "path" | "omitted">) | undefined;
  return (id) => {
    paths ??= shortPaths(search(graph.start === undefined ? [] : [graph.start], (from) => graph.out.get(from)!));
    return paths(id);
  };
}
