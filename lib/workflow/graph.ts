/**
 * The workflow as a graph: what every rule and every picture walks. Source: spec "What `validateGraph` finds" (edges, ends).
 * @module
 */

import { nearNames } from "./near_names.ts";
import type { Exit, StepId, Workflow } from "./workflow.ts";

/** One way from a step to another. */
export interface Edge {
  /** The step that it leaves. */
  from: StepId;
  /** The step that it enters. */
  to: StepId;
  /** `child`: from a dispatcher to its child. */
  kind: Exit["kind"] | "child";
  /** Absent for `child`. */
  exit?: Exit;
}

/** Edges to steps that exist, reachability from the initial step, and ends. */
export interface Graph {
  /** All edges, in the declared order. */
  edges: Edge[];
  /** Outgoing edges by step, in the order in which they're tried. */
  out: Map<StepId, Edge[]>;
  /** Incoming edges by step. */
  into: Map<StepId, Edge[]>;
  /** Where the run starts (a child's dispatcher in its place); undefined where the initial step doesn't exist. */
  start?: StepId;
  /** Steps reachable from the initial step, children included, and counting what unknown targets may have meant. */
  reachable: Set<StepId>;
  /** Steps after which the run may end. */
  ends: Set<StepId>;
  /** Steps from which an end can be reached, or a target of which nothing can be said. */
  ending: Set<StepId>;
  /** Targets (the initial step among them) that don't exist, each with the ids that are near: a slip is one fault, not five. */
  unknown: Map<StepId, StepId[]>;
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
  const out = new Map<StepId, Edge[]>(workflow.order.map((id) => [id, []]));
  const into = new Map<StepId, Edge[]>(workflow.order.map((id) => [id, []]));
  const ends = new Set<StepId>();
  const unknown = new Map<StepId, StepId[]>();
  /** What wrong targets may have meant, as further edges for reachability alone. */
  const meant = new Map<StepId, StepId[]>();
  const meantInto = new Map<StepId, StepId[]>();
  const lost: StepId[] = [];
  const nearTo = nearNames(workflow.order);
  const guess = (target: StepId): StepId[] => {
    const near = nearTo(target);
    unknown.set(target, near);
    return near;
  };
  const add = (edge: Edge) => {
    const known = into.has(edge.to);
    if (known) {
      edges.push(edge);
      out.get(edge.from)!.push(edge);
      into.get(edge.to)!.push(edge);
    }
    const near = known ? dispatcherOf(edge) : guess(edge.to);
    if (!known && near.length === 0) lost.push(edge.from);
    for (const id of near) {
      push(meant, edge.from, id);
      push(meantInto, id, edge.from);
    }
  };
  /** A way out to a child is a fault of its own; its dispatcher was meant. */
  const dispatcherOf = (edge: Edge): StepId[] => {
    const { dispatcher } = workflow.steps[edge.to];
    return edge.kind === "child" || dispatcher === undefined ? [] : [dispatcher];
  };

  for (const id of workflow.order) {
    const step = workflow.steps[id];
    for (const child of step.children ?? []) add({ from: id, to: child.id, kind: "child" });
    for (const exit of step.exits) {
      if (exit.target === null) ends.add(id);
      else add({ from: id, to: exit.target, kind: exit.kind, exit });
    }
  }
  const initial = into.has(workflow.initial) ? workflow.steps[workflow.initial] : undefined;
  const start = initial?.dispatcher ?? initial?.id;
  const near = start === undefined ? guess(workflow.initial) : [];
  const roots = start !== undefined ? [start] : near.length > 0 ? near : workflow.order;
  const reachable = closure(roots, (visit, id) => {
    for (const edge of out.get(id)!) visit(edge.to);
    meant.get(id)?.forEach(visit);
  });
  const ending = closure([...ends, ...lost], (visit, id) => {
    for (const edge of into.get(id)!) visit(edge.from);
    meantInto.get(id)?.forEach(visit);
  });
  return { edges, out, into, start, reachable, ends, ending, unknown };
}

/** The ways out of a step that a run walks: all edges but those to children. */
export function waysFrom(graph: Graph, id: StepId): Edge[] {
  return graph.out.get(id)!.filter((edge) => edge.kind !== "child");
}

function push(map: Map<StepId, StepId[]>, key: StepId, value: StepId): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function closure(from: readonly StepId[], expand: (visit: (id: StepId) => void, id: StepId) => void): Set<StepId> {
  const seen = new Set<StepId>(from);
  const visit = (id: StepId) => void seen.add(id);
  // A set is iterated in the order of insertion, what is added on the way included: a queue.
  for (const id of seen) expand(visit, id);
  return seen;
}
