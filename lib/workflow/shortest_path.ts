/**
 * Shortest ways through a graph.
 * @module
 */

import type { Edge } from "./graph.ts";
import type { StepId } from "./workflow.ts";

/** How the search came to each step: the edge that led there, null for a start. */
export type Arrivals = Map<StepId, Edge | null>;

/**
 * Breadth-first search over edges, in the order in which ways out are tried, so that the answer is the same on every run.
 *
 * @param starts where it begins
 * @param out the edges that leave a step
 * @param allowed which edges may be used; all by default
 *
 * @example
 * ```ts
 * import { search } from "./shortest_path.ts";
 * const edge = { from: "a", to: "b", kind: "next" as const };
 * console.assert(search(["a"], (id) => id === "a" ? [edge] : []).get("b") === edge);
 * ```
 */
export function search(
  starts: Iterable<StepId>,
  out: (id: StepId) => readonly Edge[],
  allowed: (edge: Edge) => boolean = () => true,
): Arrivals {
  const arrivals: Arrivals = new Map();
  for (const id of starts) arrivals.set(id, null);
  for (const id of arrivals.keys()) {
    for (const edge of out(id)) {
      if (!arrivals.has(edge.to) && allowed(edge)) arrivals.set(edge.to, edge);
    }
  }
  return arrivals;
}

/**
 * The steps on the way to a step, itself included; undefined where the search didn't come there.
 *
 * @example
 * ```ts
 * import { pathTo, search } from "./shortest_path.ts";
 * const edge = { from: "a", to: "b", kind: "next" as const };
 * console.assert(pathTo(search(["a"], (id) => id === "a" ? [edge] : []), "b")!.join() === "a,b");
 * ```
 */
export function pathTo(arrivals: Arrivals, id: StepId): StepId[] | undefined {
  if (!arrivals.has(id)) return undefined;
  const path = [id];
  for (let edge = arrivals.get(id); edge; edge = arrivals.get(edge.from)) path.push(edge.from);
  return path.reverse();
}

/**
 * A shortest cycle through a step that stays among `members`, beginning and ending with it; undefined where there is none.
 *
 * @example
 * ```ts
 * import { cycleThrough } from "./shortest_path.ts";
 * const edge = { from: "a", to: "a", kind: "next" as const };
 * console.assert(cycleThrough("a", new Set(["a"]), () => [edge])!.length === 1);
 * ```
 */
export function cycleThrough(
  id: StepId,
  members: ReadonlySet<StepId>,
  out: (id: StepId) => readonly Edge[],
): Edge[] | undefined {
  const arrivals = search([id], out, (edge) => members.has(edge.to));
  for (const from of arrivals.keys()) {
    const back = out(from).find((edge) => edge.to === id);
    if (back === undefined) continue;
    const cycle = [back];
    for (let edge = arrivals.get(from); edge; edge = arrivals.get(edge.from)) cycle.push(edge);
    return cycle.reverse();
  }
  return undefined;
}
