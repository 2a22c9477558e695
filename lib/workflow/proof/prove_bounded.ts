/**
 * Every loop is bounded.
 * @module
 */

import { findCycles } from "../components.ts";
import { type Edge, type Graph, waysFrom } from "../graph.ts";
import { boundOf, type LoopBound } from "../loop_bound.ts";
import { cycleThrough, search } from "../shortest_path.ts";
import { wayBackTest } from "../way_back.ts";
import type { Loop, Step, StepId, Workflow } from "../workflow.ts";
import type { Claim } from "./claim.ts";

/** Ways back whose cycle is shown: each costs a search. */
const SHOWN = 100;

const WHY: Record<LoopBound, string> = {
  terminal: "the run ends there",
  approval: "a person decides there",
  interactive: "a person is asked there",
  loop_decision: "the run may be ended there",
  counted: "a condition counts there",
};

/** The loops inside steps, and every way back. */
export function proveBounded(workflow: Workflow, graph: Graph): Claim[] {
  const isWayBack = wayBackTest(workflow);
  const reachable = workflow.order.filter((id) => graph.reachable.has(id));
  const partOf = partsOf(graph, reachable);
  const freePartOf = partsOf(graph, reachable.filter((id) => boundOf(workflow.steps[id]) === undefined));
  let shown = 0;
  return reachable.flatMap((id) => {
    const step = workflow.steps[id];
    const inside: Claim[] = step.loop ? [ofLoop(step, step.loop)] : [];
    const ways = waysFrom(graph, id).filter((edge) => isWayBack(edge) && together(partOf, edge));
    const back = ways.map((edge): Claim => {
      const free = together(freePartOf, edge);
      const path = shown++ < SHOWN
        ? walk(workflow, graph, edge, free ? freePartOf.get(id)! : partOf.get(id)!, free)
        : [];
      const by = path.map((on) => workflow.steps[on]).find((on) => boundOf(on) !== undefined);
      return {
        kind: "bounded",
        step: id,
        holds: !free,
        text: free
          ? `Back to "${edge.to}", and nothing bounds it but max_transitions (${workflow.maxTransitions})`
          : by === undefined
          ? `Back to "${edge.to}", and every such cycle passes a step that bounds it`
          : `Back to "${edge.to}" past "${by.id}": ${WHY[boundOf(by)!]}`,
        path,
      };
    });
    return [...inside, ...back];
  });
}

function ofLoop(step: Step, loop: Loop): Claim {
  const policy = loop.onExhausted;
  const then = policy === "halt" || (policy === undefined && loop.gate !== undefined)
    ? "then the run halts"
    : typeof policy === "object"
    ? `then it goes to "${policy.step}"`
    : "then it goes on";
  const text = `At most ${loop.max} ${loop.max === 1 ? "time" : "times"}, ${then}`;
  return { kind: "bounded", step: step.id, holds: loop.max > 0, text, path: [] };
}

function partsOf(graph: Graph, nodes: readonly StepId[]): Map<StepId, ReadonlySet<StepId>> {
  const parts = new Map<StepId, ReadonlySet<StepId>>();
  for (const { members } of findCycles({ nodes, after: (id) => waysFrom(graph, id).map((edge) => edge.to) })) {
    for (const id of members) parts.set(id, members);
  }
  return parts;
}

function together(parts: Map<StepId, ReadonlySet<StepId>>, edge: Edge): boolean {
  return parts.get(edge.from)?.has(edge.to) ?? false;
}

/** The cycle that a way back closes: from its target to where it begins, and back; past a step that bounds it, if any does. */
function walk(
  workflow: Workflow,
  graph: Graph,
  back: Edge,
  members: ReadonlySet<StepId>,
  free: boolean,
): StepId[] {
  if (back.from === back.to) return [back.from, back.to];
  const ways = (id: StepId) => waysFrom(graph, id);
  const arrivals = search([back.to], ways, (edge) => members.has(edge.to));
  const path = [back.from];
  for (let edge = arrivals.get(back.from); edge; edge = arrivals.get(edge.from)) path.push(edge.from);
  const cycle = [...path.reverse(), back.to];
  if (free || cycle.some((id) => boundOf(workflow.steps[id]) !== undefined)) return cycle;
  const through = cycleThrough(back.from, members, (id) => id === back.from ? [back] : ways(id));
  return through ? [through[0].from, ...through.map((edge) => edge.to)] : cycle;
}
