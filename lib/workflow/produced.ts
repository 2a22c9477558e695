/**
 * Which outputs exist when a step is entered. Source: spec "Step" (interpolation).
 * @module
 */

import { findDominators } from "./dominators.ts";
import { type Graph, waysFrom } from "./graph.ts";
import { pathTo, search } from "./shortest_path.ts";
import type { StepId, Workflow } from "./workflow.ts";

/** Answers about the outputs of a workflow. */
export interface Produced {
  /** Whether the output of `of` exists whenever `at` is entered. True where `at` can't be reached: nothing is missing there. */
  always: (of: StepId, at: StepId) => boolean;
  /** A shortest path to `at` on which `of` doesn't produce its output. */
  without: (of: StepId, at: StepId) => StepId[] | undefined;
}

/**
 * Analyses which step lies on every path to which. A child's output is produced, and its instructions are shown, at its
 * dispatcher.
 */
export function findProduced(workflow: Workflow, graph: Graph): Produced {
  const walked = (id: StepId) => waysFrom(graph, id);
  const place = (id: StepId): StepId => workflow.steps[id].dispatcher ?? id;
  if (graph.start === undefined) return { always: () => true, without: () => undefined };
  const start = graph.start;
  const arrivals = search([start], walked);
  const { passes } = findDominators(start, (id) => walked(id).map((edge) => edge.to));
  return {
    always: (of, at) => {
      const [by, to] = [place(of), place(at)];
      return !arrivals.has(to) || (by !== to && passes(to, by));
    },
    without: (of, at) => {
      const [by, to] = [place(of), place(at)];
      if (by === to) return pathTo(arrivals, to);
      return by === start ? undefined : pathTo(search([start], walked, (edge) => edge.to !== by), to);
    },
  };
}
