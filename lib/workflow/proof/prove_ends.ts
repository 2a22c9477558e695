/**
 * From every step that can be reached the run can end.
 * @module
 */

import { type Edge, type Graph, waysFrom } from "../graph.ts";
import { pathTo, search } from "../shortest_path.ts";
import type { StepId, Workflow } from "../workflow.ts";
import type { Claim } from "./claim.ts";
import { shortPaths } from "./short_path.ts";

/** Steps without an end for which a whole walk is shown: each costs a search. */
const SHOWN = 20;

/** A shortest way from each walked step to an end. */
export function proveEnds(workflow: Workflow, graph: Graph): Claim[] {
  const start = graph.start === undefined ? [] : [graph.start];
  const reached = search(start, (id) => waysFrom(graph, id));
  const toEnd = search(
    [...graph.ends].filter((id) => workflow.steps[id].dispatcher === undefined),
    (id) => graph.into.get(id)!.filter((edge) => edge.kind !== "child").map(turned),
  );
  const paths = shortPaths(toEnd);
  let shown = 0;
  return [...reached.keys()].filter((id) => workflow.steps[id].dispatcher === undefined).sort(byOrder(workflow)).map(
    (step): Claim => {
      if (!toEnd.has(step)) {
        const path = shown++ < SHOWN ? lostWalk(graph, pathTo(reached, step)!) : [];
        return { kind: "ends", step, holds: false, text: "No way from here leads to an end", path };
      }
      const { path, ...rest } = paths(step);
      const moves = path.length + (rest.omitted ?? 0) - 1;
      const text = moves === 0
        ? "The run may end here"
        : moves === 1
        ? "An end is 1 move away"
        : `An end is ${moves} moves away`;
      return { kind: "ends", step, holds: true, text, path: path.reverse(), ...rest };
    },
  );
}

/** The path to a step, and on until a step comes a second time or there's nowhere to go. */
function lostWalk(graph: Graph, path: StepId[]): StepId[] {
  const seen = new Set(path);
  for (let id = path.at(-1)!;;) {
    const next = waysFrom(graph, id)[0]?.to;
    if (next === undefined) return path;
    path.push(next);
    if (seen.has(next)) return path;
    seen.add(id = next);
  }
}

function turned(edge: Edge): Edge {
  return { ...edge, from: edge.to, to: edge.from };
}

function byOrder(workflow: Workflow): (a: StepId, b: StepId) => number {
  const position = new Map(workflow.order.map((id, i) => [id, i]));
  return (a, b) => position.get(a)! - position.get(b)!;
}
