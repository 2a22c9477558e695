/**
 * Ways in an SVG: a smooth line with an arrow's tip.
 * @module
 */

import { LABEL_LINE, type PlacedEdge } from "./svg_layout.ts";
import type { Point, Run } from "./svg_route.ts";
import { escapeXml, round } from "./svg_text.ts";

const TIP = 8;

/** The line and its tip. */
export function drawEdge({ edge, runs, points }: PlacedEdge, walked: boolean): string[] {
  const state = `${edge?.implied ? " implied" : ""}${(edge?.taken ?? 0) > 0 || walked ? " taken" : ""}`;
  const { path, tip, unit } = points === undefined ? bent(runs) : curved(points);
  const foot = { x: tip.x - unit.x * TIP, y: tip.y - unit.y * TIP };
  const side = { x: -unit.y * TIP * 0.45, y: unit.x * TIP * 0.45 };
  const corners = [tip, { x: foot.x + side.x, y: foot.y + side.y }, { x: foot.x - side.x, y: foot.y - side.y }];
  return [
    `  <path class="way${state}" d="${path}"/>`,
    `  <path class="tip${state}" d="M${corners.map(pair).join("L")}Z"/>`,
  ];
}

/** A line, the point of its tip, and the direction in which it arrives; the line ends inside the tip. */
interface Drawn {
  path: string;
  tip: Point;
  unit: Point;
}

/** Straight through every run, with a bend between two of them. */
function bent(runs: readonly Run[]): Drawn {
  const last = runs[runs.length - 1];
  const down = Math.sign(last.to - runs[0].from) || 1;
  const end = last.to - down * (TIP - 2);
  let path = `M${pair({ x: runs[0].x, y: runs[0].from })}`;
  runs.forEach((run, i) => {
    if (i > 0) {
      const before = runs[i - 1];
      const from = run === last && Math.abs(run.to - run.from) < TIP ? end : run.from;
      const middle = (before.to + from) / 2;
      path += before.x === run.x
        ? `V${round(from)}`
        : `C${pair({ x: before.x, y: middle })} ${pair({ x: run.x, y: middle })} ${pair({ x: run.x, y: from })}`;
    }
    const to = run === last ? end : run.to;
    if (run.from !== run.to) path += `V${round(to)}`;
  });
  return { path, tip: { x: last.x, y: last.to }, unit: { x: 0, y: down } };
}

function curved(points: readonly Point[]): Drawn {
  const tip = points[points.length - 1];
  const before = points[points.length - 2];
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const unit = { x: (tip.x - before.x) / length, y: (tip.y - before.y) / length };
  const end = { x: tip.x - unit.x * (TIP - 2), y: tip.y - unit.y * (TIP - 2) };
  return { path: curve([...points.slice(0, -1), end]), tip, unit };
}

/** The label, on a ground that hides the lines behind it. */
export function drawLabel({ edge, label, lines }: PlacedEdge): string[] {
  if (label === undefined) return [];
  const top = label.y - label.height / 2;
  return [
    `  <rect class="ground" x="${round(label.x - label.width / 2)}" y="${round(top)}" width="${
      round(label.width)
    }" height="${round(label.height)}" rx="4"/>`,
    ...lines.map((line, i) =>
      `  <text class="label${(edge?.taken ?? 0) > 0 ? " done" : ""}" x="${round(label.x)}" y="${
        round(top + 13 + i * LABEL_LINE)
      }">${escapeXml(line)}</text>`
    ),
  ];
}

/** A cubic B-spline through the first and the last point, drawn to the ones between. */
function curve(points: readonly Point[]): string {
  const [first, second] = points;
  if (points.length === 2) return `M${pair(first)}L${pair(second)}`;
  const last = points[points.length - 1];
  let path = `M${pair(first)}L${pair(mix(first, second, 5, 1))}`;
  for (let i = 2; i <= points.length; i++) {
    const [a, b, c] = [points[i - 2], points[i - 1], points[i] ?? last];
    const end = { x: (a.x + 4 * b.x + c.x) / 6, y: (a.y + 4 * b.y + c.y) / 6 };
    path += `C${pair(mix(a, b, 2, 1))} ${pair(mix(a, b, 1, 2))} ${pair(end)}`;
  }
  return `${path}L${pair(last)}`;
}

function mix(a: Point, b: Point, partA: number, partB: number): Point {
  const all = partA + partB;
  return { x: (partA * a.x + partB * b.x) / all, y: (partA * a.y + partB * b.y) / all };
}

function pair({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}
