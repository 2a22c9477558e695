/**
 * Draws ways around what stands between: through every rank straight down, and sideways only between ranks, so that no
 * line runs behind a card or another way's label.
 * @module
 */

/** A point. */
export interface Point {
  x: number;
  y: number;
}

/** A box by its centre. */
export interface Box extends Point {
  width: number;
  height: number;
}

/** A straight part of a way; between two of them it bends. */
export interface Run {
  x: number;
  from: number;
  to: number;
}

/** A way from an upper to a lower box, as the layout laid it. */
export interface RawWay {
  upper: Box;
  lower: Box;
  /** From the upper box's border to the lower one's. */
  points: readonly Point[];
}

/** Ports on a box's side keep this distance from each other and from corners. */
const PORT = 20;

/**
 * The runs of every way, from top to bottom.
 *
 * @param boxes everything that ways have to keep clear of
 */
export function route(ways: readonly RawWay[], boxes: readonly Box[]): Run[][] {
  const halves = new Map<number, number>();
  for (const { y, height } of boxes) {
    halves.set(Math.round(y), Math.max(halves.get(Math.round(y)) ?? 0, height / 2));
  }
  const half = (y: number) => halves.get(Math.round(y)) ?? 0;
  const inner = ways.map(({ points }) => points.slice(1, -1).filter(({ y }) => half(y) > 0));
  const out = ports(ways.map(({ upper, lower }, i) => ({ box: upper, near: (inner[i][0] ?? lower).x })));
  const into = ports(ways.map(({ upper, lower }, i) => ({ box: lower, near: (inner[i].at(-1) ?? upper).x })));
  return ways.map(({ upper, lower }, i) => [
    { x: out[i], from: upper.y + upper.height / 2, to: upper.y + half(upper.y) },
    ...inner[i].map(({ x, y }) => ({ x, from: y - half(y), to: y + half(y) })),
    { x: into[i], from: lower.y - half(lower.y), to: lower.y - lower.height / 2 },
  ]);
}

/** Where ways leave one side of their boxes: as near to where they go as the others leave room. */
function ports(wishes: readonly { box: Box; near: number }[]): number[] {
  const sides = new Map<Box, number[]>();
  wishes.forEach(({ box }, i) => {
    const side = sides.get(box);
    if (side === undefined) sides.set(box, [i]);
    else side.push(i);
  });
  const places: number[] = [];
  for (const [{ x, width }, side] of sides) {
    side.sort((a, b) => wishes[a].near - wishes[b].near || a - b);
    const reach = Math.max(0, width / 2 - PORT);
    const gap = Math.min(PORT, (2 * reach) / Math.max(1, side.length - 1));
    let least = x - reach;
    for (const i of side) {
      places[i] = Math.max(least, Math.min(x + reach, wishes[i].near));
      least = places[i] + gap;
    }
    let most = x + reach;
    for (const i of side.toReversed()) {
      places[i] = Math.min(most, places[i]);
      most = places[i] - gap;
    }
  }
  return places;
}

/** The same way, walked from bottom to top. */
export function reversed(runs: readonly Run[]): Run[] {
  return runs.toReversed().map(({ x, from, to }) => ({ x, from: to, to: from }));
}
