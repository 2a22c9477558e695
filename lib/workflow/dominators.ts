/**
 * Which steps lie on every path to a step.
 * @module
 */

import type { StepId } from "./workflow.ts";

/** Answers from one run of the analysis. */
export interface Dominators {
  /** Whether every path from the start to `id` passes `by` (a step lies on every path to itself). False where the start doesn't lead to both. */
  passes: (id: StepId, by: StepId) => boolean;
}

/**
 * Finds the dominators of every step by the algorithm of Lengauer and Tarjan with path compression: near-linear in steps
 * and edges, without recursion.
 *
 * @example
 * ```ts
 * import { findDominators } from "./dominators.ts";
 * const after: Record<string, string[]> = { a: ["b", "c"], b: ["d"], c: ["d"], d: [] };
 * const { passes } = findDominators("a", (id) => after[id]);
 * console.assert(passes("d", "a") && !passes("d", "b"));
 * ```
 */
export function findDominators(start: StepId, after: (id: StepId) => readonly StepId[]): Dominators {
  const { numbers, parent, before } = number(start, after);
  const count = parent.length;
  const semi = Array.from({ length: count }, (_, i) => i);
  const label = [...semi];
  const ancestor = new Array<number>(count).fill(-1);
  const idom = new Array<number>(count).fill(0);
  const bucket: number[][] = semi.map(() => []);

  const best = (v: number): number => {
    if (ancestor[v] < 0) return v;
    const chain: number[] = [];
    for (let x = v; ancestor[ancestor[x]] >= 0; x = ancestor[x]) chain.push(x);
    for (const x of chain.reverse()) {
      const above = ancestor[x];
      if (semi[label[above]] < semi[label[x]]) label[x] = label[above];
      ancestor[x] = ancestor[above];
    }
    return label[v];
  };

  for (let w = count - 1; w > 0; w--) {
    for (const v of before[w]) semi[w] = Math.min(semi[w], semi[best(v)]);
    bucket[semi[w]].push(w);
    ancestor[w] = parent[w];
    for (const v of bucket[parent[w]].splice(0)) {
      const u = best(v);
      idom[v] = semi[u] < semi[v] ? u : parent[w];
    }
  }
  for (let w = 1; w < count; w++) if (idom[w] !== semi[w]) idom[w] = idom[idom[w]];
  const { from, size } = intervals(idom);
  return {
    passes: (id, by) => {
      const inner = numbers.get(id);
      const outer = numbers.get(by);
      if (inner === undefined || outer === undefined) return false;
      return from[outer] <= from[inner] && from[inner] < from[outer] + size[outer];
    },
  };
}

/** Depth-first numbers, the tree's parents, and who leads to whom. */
function number(start: StepId, after: (id: StepId) => readonly StepId[]) {
  const numbers = new Map<StepId, number>([[start, 0]]);
  const parent = [-1];
  const before: number[][] = [[]];
  const frames = [{ at: 0, after: after(start), next: 0 }];
  while (frames.length > 0) {
    const frame = frames.at(-1)!;
    const to = frame.after[frame.next++];
    if (to === undefined) {
      frames.pop();
      continue;
    }
    let at = numbers.get(to);
    if (at === undefined) {
      at = parent.length;
      numbers.set(to, at);
      parent.push(frame.at);
      before.push([]);
      frames.push({ at, after: after(to), next: 0 });
    }
    before[at].push(frame.at);
  }
  return { numbers, parent, before };
}

/** The tree of dominators as nested intervals: a step's subtree is `size` numbers from `from` on. */
function intervals(idom: readonly number[]): { from: number[]; size: number[] } {
  const size = idom.map(() => 1);
  for (let w = idom.length - 1; w > 0; w--) size[idom[w]] += size[w];
  const from = idom.map(() => 0);
  const free = idom.map(() => 1);
  for (let w = 1; w < idom.length; w++) {
    from[w] = free[idom[w]];
    free[idom[w]] += size[w];
    free[w] = from[w] + 1;
  }
  return { from, size };
}
