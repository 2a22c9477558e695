/**
 * The workflow as a graph: what every rule and every picture walks. Source: spec "What `validateGraph` finds" (edges, ends).
 * @module
 */

import type { Exit, StepId, Workflow } from "./workflow.ts";

/** One way from a step to another. */
export interface Edge {
  from: StepId;
  to: StepId;
  /** `child`: from a dispatcher to its child. */
  kind: Exit["kind"] | "child";
  /** Absent for `child`. */
  exit?: Exit;
}

/** Edges to steps that exist, reachability from the initial step, and ends. */
export interface Graph {
  edges: Edge[];
  /** Outgoing edges by step, in the order in which they're tried. */
  out: Map<StepId, Edge[]>;
  /** Incoming edges by step. */
  into: Map<StepId, Edge[]>;
  /** Steps reachable from the initial step, children included. */
  reachable: Set<StepId>;
  /** Steps after which the run may end. */
  ends: Set<StepId>;
  /** Steps from which an end can be reached. */
  ending: Set<StepId>;
}

/**
 * Builds the graph of a workflow; targets that don't exist make no edge.
 *
 * @example
 * ```ts
 * import { buildGraph, parseSkill } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go.}\n    - {id: two, prompt: Go on.}\n---\nCall start_workflow.\n";
 * const graph = buildGraph(parseSkill(text).workflow!);
 * console.assert(graph.edges[0].to === "two" && graph.ends.has("two"));
 * ```
 */
export function buildGraph(workflow: Workflow): Graph {
  const edges: Edge[] = [];
  const out = new Map<StepId, Edge[]>();
  const into = new Map<StepId, Edge[]>();
  const ends = new Set<StepId>();
  for (const id of workflow.order) {
    out.set(id, []);
    into.set(id, []);
  }
  const add = (edge: Edge) => {
    if (!into.has(edge.to)) return;
    edges.push(edge);
    out.get(edge.from)!.push(edge);
    into.get(edge.to)!.push(edge);
  };
  for (const id of workflow.order) {
    const step = workflow.steps[id];
    for (const child of step.children ?? []) add({ from: id, to: child.id, kind: "child" });
    for (const exit of step.exits) {
      if (exit.target === null) ends.add(id);
      else add({ from: id, to: exit.target, kind: exit.kind, exit });
    }
  }
  const reachable = closure([workflow.initial], (id) => (out.get(id) ?? []).map((e) => e.to), into);
  const ending = closure(ends, (id) => (into.get(id) ?? []).map((e) => e.from), into);
  return { edges, out, into, reachable, ends, ending };
}

function closure(from: Iterable<StepId>, next: (id: StepId) => StepId[], known: Map<StepId, unknown>): Set<StepId> {
  const seen = new Set<StepId>();
  const queue = [...from].filter((id) => known.has(id));
  for (const id of queue) seen.add(id);
  for (let i = 0; i < queue.length; i++) {
    for (const id of next(queue[i])) {
      if (!seen.has(id)) {
        seen.add(id);
        queue.push(id);
      }
    }
  }
  return seen;
}
