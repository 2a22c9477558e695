/**
 * What a picture of a workflow shows, before any format: every text is one clean line. Source: spec "The doors", `graph`.
 * @module
 */

import { buildGraph } from "../workflow/graph.ts";
import { type Exit, type Step, type StepId, stepOf, type Workflow } from "../workflow/workflow.ts";
import { cleanLine } from "./clean_line.ts";
import { type Fact, factsOf } from "./facts.ts";
import { joinExits } from "./join_exits.ts";
import type { Walk } from "./walk.ts";

/** What a step looks like. */
export type Role =
  | "agent"
  | "interactive"
  | "barrier"
  | "decision"
  | "terminal"
  | "command"
  | "dispatcher"
  | "child"
  | "unknown";

/** What a session left at a step. */
export interface Mark {
  /** How often it was entered; of a child: whether its result is there. */
  visits: number;
  /** The session stands here. */
  current: boolean;
  /** Verdicts, approvals, iterations; one line each. */
  notes: string[];
  /** Whether the last verdict is a bad one. */
  bad: boolean;
}

/** A step. */
export interface PictureNode {
  /** Unique in the picture, and harmless in every format: `s1`, `s2` …. */
  key: string;
  /** The step's id. */
  id: StepId;
  title: string;
  role: Role;
  /** The role in words. */
  tag: string;
  facts: Fact[];
  /** Of a dispatcher. */
  children: PictureNode[];
  /** Whether the run starts here. */
  start: boolean;
  reachable: boolean;
  /** Absent where there is no session. */
  mark?: Mark;
}

/** One way, or several ways that lead from the same step to the same target. */
export interface PictureEdge {
  /** Key of the step that it leaves. */
  from: string;
  /** Key of the step that it enters; null is the end of the run. */
  to: string | null;
  /** When it is taken, in the order in which the ways are tried; empty where it needs no condition. */
  labels: string[];
  /** Nobody wrote this way: the language implies it. */
  implied: boolean;
  /** How often the session took it. */
  taken: number;
}

/** A workflow to be drawn. */
export interface Picture {
  name: string;
  title: string;
  /** A line that says what it is: type, steps, the session. */
  caption: string;
  /** In the declared order, children inside their dispatchers. */
  nodes: PictureNode[];
  /** In the declared order, and in the order in which they are tried. */
  edges: PictureEdge[];
  /** Whether the session has come to the end. */
  ended: boolean;
}

const TAGS: Readonly<Record<Role, string>> = Object.freeze({
  agent: "",
  interactive: "asks a person",
  barrier: "subagents",
  decision: "goes on or ends",
  terminal: "end",
  command: "command",
  dispatcher: "in parallel",
  child: "",
  unknown: "no such step",
});

/**
 * The picture of a workflow, with the way that a session took where one is given.
 *
 * @example
 * ```ts
 * import { makePicture } from "./picture.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * const { edges } = makePicture(workflowOf('a -> b "DONE", c; b -> end; c'));
 * console.assert(edges[0].labels[0] === 'says "DONE"' && edges[1].labels[0] === "else");
 * ```
 */
export function makePicture(workflow: Workflow, walk?: Walk): Picture {
  const graph = buildGraph(workflow);
  let count = 0;
  const node = (id: StepId, step: Step | undefined): PictureNode => ({
    key: `s${++count}`,
    id: cleanLine(id),
    title: cleanLine(step?.title ?? "") || cleanLine(id),
    role: step === undefined ? "unknown" : roleOf(step),
    tag: TAGS[step === undefined ? "unknown" : roleOf(step)],
    facts: step === undefined ? [] : factsOf(step),
    children: [],
    start: id === graph.start,
    reachable: graph.reachable.has(id),
    ...(walk === undefined ? {} : { mark: walk.markOf(id) }),
  });
  const find = (id: StepId) => Object.hasOwn(workflow.steps, id) ? stepOf(workflow, id) : undefined;

  const nodes = new Map<StepId, PictureNode>();
  for (const id of workflow.order) {
    const step = stepOf(workflow, id);
    if (step.kind === "child") continue;
    const made = node(id, step);
    made.children = (step.children ?? []).map((child) => node(child.id, find(child.id)));
    nodes.set(id, made);
  }
  /** A way to a child is a fault; its dispatcher is where it would go. */
  const targetOf = ({ target }: Exit): string | null => {
    if (target === null) return null;
    const place = find(target)?.dispatcher ?? target;
    const known = nodes.get(place) ?? node(place, undefined);
    nodes.set(place, known);
    return known.key;
  };
  const edges: PictureEdge[] = [];
  for (const id of workflow.order) {
    const step = stepOf(workflow, id);
    if (step.kind === "child") continue;
    for (const { target, labels, implied, exits } of joinExits(step, targetOf)) {
      const taken = walk?.takenOf(id, exits[0].target) ?? 0;
      edges.push({ from: nodes.get(id)!.key, to: target, labels: labels.map(cleanLine), implied, taken });
    }
  }
  const steps = workflow.order.length;
  const parts = [workflow.type, `${steps} ${steps === 1 ? "step" : "steps"}`, ...(walk?.caption ?? [])];
  return {
    name: cleanLine(workflow.name),
    title: cleanLine(workflow.title) || cleanLine(workflow.name),
    caption: parts.map(cleanLine).join(" · "),
    nodes: [...nodes.values()],
    edges,
    ended: walk?.ended ?? false,
  };
}

function roleOf({ kind, type }: Step): Role {
  if (kind !== "agent") return kind;
  switch (type) {
    case "interactive":
    case "terminal":
      return type;
    case "subagent_barrier":
      return "barrier";
    case "loop_decision":
      return "decision";
    case "standard":
      return "agent";
  }
}

/** The ways out of each step, by its key. */
export function waysOut({ nodes, edges }: Picture): ReadonlyMap<string, readonly PictureEdge[]> {
  const ways = new Map<string, PictureEdge[]>(nodes.map(({ key }) => [key, []]));
  for (const edge of edges) ways.get(edge.from)!.push(edge);
  return ways;
}
