/**
 * What of a workflow its scenarios walk.
 * @module
 */

import { buildGraph, waysFrom } from "../workflow/graph.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { PlayedScenario, Way } from "./play_scenario.ts";

/** How much of something was walked. */
export interface Share<T> {
  covered: number;
  all: number;
  /** What wasn't, in declared order. */
  missing: T[];
}

/** Steps (children too) and edges; an edge joins two steps, or a step and the end, however many rules lead along it. */
export interface Coverage {
  steps: Share<StepId>;
  edges: Share<Way>;
}

/** The coverage of a workflow by walks through it, also by those that failed: they came as far as they came. */
export function coverageOf(workflow: Workflow, played: readonly PlayedScenario[]): Coverage {
  const entered = new Set(played.flatMap((one) => one.entered));
  const taken = new Set(played.flatMap((one) => one.ways).map(keyOf));
  const graph = buildGraph(workflow);
  const edges = new Map<string, Way>();
  for (const from of workflow.order) {
    const targets: (StepId | null)[] = waysFrom(graph, from).map((edge) => edge.to);
    if (graph.ends.has(from)) targets.push(null);
    for (const to of targets) edges.set(keyOf([from, to]), [from, to]);
  }
  return {
    steps: share(workflow.order, (id) => entered.has(id)),
    edges: share([...edges.values()], (way) => taken.has(keyOf(way))),
  };
}

/** Whole per cent, rounded down so that 100 means all. */
export function percentOf({ covered, all }: Share<unknown>): number {
  return all === 0 ? 100 : Math.floor(covered * 100 / all);
}

function share<T>(all: readonly T[], isCovered: (one: T) => boolean): Share<T> {
  const missing = all.filter((one) => !isCovered(one));
  return { covered: all.length - missing.length, all: all.length, missing };
}

function keyOf([from, to]: Way): string {
  return JSON.stringify([from, to]);
}
