/**
 * Strongly connected components, without recursion: a chain of 10,000 steps must not overflow the stack.
 * @module
 */

import type { StepId } from "./workflow.ts";

/** What the search needs to know of a graph. */
export interface Successors {
  nodes: Iterable<StepId>;
  /** The nodes that one step after `id` may come; those outside `nodes` are ignored. */
  after: (id: StepId) => readonly StepId[];
}

/** A part of the graph in which every step can come back to itself. */
export interface Cycle {
  /** Its first step in the order of `nodes`. */
  first: StepId;
  members: Set<StepId>;
}

interface Frame {
  id: StepId;
  after: readonly StepId[];
  next: number;
}

/**
 * The cycles of a graph: every component of more than one step, and every step that leads to itself, in the order of
 * their first steps. Tarjan's algorithm, linear in nodes and edges.
 *
 * @example
 * ```ts
 * import { findCycles } from "./components.ts";
 * const after: Record<string, string[]> = { a: ["b"], b: ["a", "c"], c: [] };
 * console.assert(findCycles({ nodes: Object.keys(after), after: (id) => after[id] })[0].members.size === 2);
 * ```
 */
export function findCycles(graph: Successors): Cycle[] {
  const known = new Set(graph.nodes);
  const position = new Map([...known].map((id, i) => [id, i]));
  const index = new Map<StepId, number>();
  const low = new Map<StepId, number>();
  const open: StepId[] = [];
  const onOpen = new Set<StepId>();
  const found: Cycle[] = [];

  for (const root of known) {
    if (index.has(root)) continue;
    const frames: Frame[] = [];
    const enter = (id: StepId) => {
      index.set(id, index.size);
      low.set(id, index.get(id)!);
      open.push(id);
      onOpen.add(id);
      frames.push({ id, after: graph.after(id), next: 0 });
    };
    enter(root);
    while (frames.length > 0) {
      const frame = frames.at(-1)!;
      const to = frame.after[frame.next++];
      if (to !== undefined) {
        if (!known.has(to)) continue;
        if (!index.has(to)) enter(to);
        else if (onOpen.has(to)) low.set(frame.id, Math.min(low.get(frame.id)!, index.get(to)!));
        continue;
      }
      frames.pop();
      const parent = frames.at(-1);
      if (parent) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(frame.id)!));
      if (low.get(frame.id) !== index.get(frame.id)) continue;
      const members = new Set<StepId>();
      let first = frame.id;
      let id: StepId;
      do {
        id = open.pop()!;
        onOpen.delete(id);
        members.add(id);
        if (position.get(id)! < position.get(first)!) first = id;
      } while (id !== frame.id);
      if (members.size > 1 || frame.after.includes(frame.id)) found.push({ first, members });
    }
  }
  return found.sort((a, b) => position.get(a.first)! - position.get(b.first)!);
}
