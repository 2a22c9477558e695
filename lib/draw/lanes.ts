/**
 * Lanes beside a column of boxes: each target of a jump has one, and jumps that overlap have different ones.
 * @module
 */

import type { PictureEdge } from "./picture.ts";

/** A jump's target, with its lane, from 0 beside the boxes; a target without a lane is named where it's jumped from. */
export type Lanes = ReadonlyMap<string, number>;

/**
 * Gives lanes to the targets of jumps: the shortest ones lie innermost, and no more than `max` are used.
 *
 * @param places the place of each box in the column
 */
export function assignLanes(jumps: readonly PictureEdge[], places: ReadonlyMap<string, number>, max: number): Lanes {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { from, to } of jumps) {
    // Of a box the way in stands above the ways out.
    const [out, into] = [2 * places.get(from)! + 1, 2 * places.get(to!)!];
    const span = spans.get(to!) ?? { from: into, to: into };
    spans.set(to!, { from: Math.min(span.from, out), to: Math.max(span.to, out) });
  }
  const sorted = [...spans].sort(([, a], [, b]) => a.to - a.from - (b.to - b.from) || a.from - b.from);
  const taken: { from: number; to: number }[][] = [];
  const lanes = new Map<string, number>();
  for (const [target, span] of sorted) {
    let lane = 0;
    while (taken[lane]?.some((other) => other.from <= span.to && span.from <= other.to)) lane++;
    if (lane >= max) continue;
    (taken[lane] ??= []).push(span);
    lanes.set(target, lane);
  }
  return lanes;
}
