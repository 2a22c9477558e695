/**
 * Places cards and ways with dagre.
 * @module
 */

import dagre from "@dagrejs/dagre";
import type { Picture, PictureEdge } from "./picture.ts";
import { type Card, makeCard } from "./svg_card.ts";
import { type Box, type Point, type RawWay, reversed, route, type Run } from "./svg_route.ts";
import { type Font, measureText } from "./svg_text.ts";
import { wrap } from "./wrap.ts";

/** A way with its bends and its label. */
export interface PlacedEdge {
  /** Absent for the way into the first step. */
  edge?: PictureEdge;
  /** Straight parts; of a step's way to itself the points of a curve. */
  runs: Run[];
  points?: Point[];
  lines: string[];
  /** Centre and size of the label. */
  label?: Point & { width: number; height: number };
}

/** Everything with its place. */
export interface Layout {
  width: number;
  height: number;
  /** By upper left corner. */
  cards: { card: Card; x: number; y: number }[];
  /** Where the run starts and ends, by centre. */
  start?: Point;
  end?: Point;
  edges: PlacedEdge[];
}

/** The font of labels. */
export const LABEL: Font = { size: 11 };
/** Height of a label's line. */
export const LABEL_LINE = 15;
const LABEL_MAX = 190;
/** Names that no key has. */
const START = "start";
const END = "end";

/** Lays a picture out from top to bottom. */
export function layOut(picture: Picture): Layout {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 36, edgesep: 22, ranksep: 60, marginx: 28, marginy: 20 });
  const cards = new Map<string, Card>();
  const order = new Map<string, number>();
  const first = picture.nodes.find((node) => node.start);
  if (first !== undefined) graph.setNode(START, { width: 16, height: 16 });
  for (const node of picture.nodes) {
    const card = makeCard(node);
    cards.set(node.key, card);
    order.set(node.key, order.size);
    graph.setNode(node.key, { width: card.width, height: card.height });
  }
  if (picture.edges.some(({ to }) => to === null)) graph.setNode(END, { width: 20, height: 20 });

  if (first !== undefined) graph.setEdge(START, first.key, { weight: 4, width: 0, height: 0 }, START);
  const placed = picture.edges.map((edge, i) => {
    const to = edge.to ?? END;
    const lines = linesOf(edge);
    const width = Math.max(0, ...lines.map((line) => measureText(line, LABEL)));
    const size = lines.length === 0
      ? { width: 0, height: 0 }
      : { width: width + 10, height: lines.length * LABEL_LINE + 4 };
    // A way back is laid out from its target, so that the declared order goes from top to bottom.
    const back = edge.to !== null && order.get(edge.to)! < order.get(edge.from)!;
    const on = edge.to !== null && order.get(edge.to) === order.get(edge.from)! + 1;
    const [v, w] = back ? [to, edge.from] : [edge.from, to];
    graph.setEdge(v, w, { ...size, labelpos: "c", weight: on ? 3 : 1 }, String(i));
    return { edge, lines, back, v, w, name: String(i), size };
  });
  dagre.layout(graph);

  const boxes = new Map<string, Box>(graph.nodes().map((key: string) => [key, graph.node(key) as Box]));
  const laid = (v: string, w: string, name: string) => graph.edge(v, w, name) as Point & { points: Point[] };
  const labels = placed.map(({ v, w, name, size, lines }) => {
    const { x, y } = laid(v, w, name);
    return lines.length === 0 ? undefined : { x, y, ...size };
  });
  const ways = placed.filter(({ v, w }) => v !== w);
  const raw: RawWay[] = ways.map(({ v, w, name }) => (
    { upper: boxes.get(v)!, lower: boxes.get(w)!, points: laid(v, w, name).points }
  ));
  if (first !== undefined) {
    raw.push({ upper: boxes.get(START)!, lower: boxes.get(first.key)!, points: laid(START, first.key, START).points });
  }
  const runs = route(raw, [...boxes.values(), ...labels.filter((label) => label !== undefined)]);
  const edges: PlacedEdge[] = placed.map((one, i) => {
    const own = runs[ways.indexOf(one)] ?? [];
    return {
      edge: one.edge,
      lines: one.lines,
      runs: one.back ? reversed(own) : own,
      ...(one.v === one.w ? { points: laid(one.v, one.w, one.name).points } : {}),
      ...(labels[i] === undefined ? {} : { label: labels[i] }),
    };
  });
  if (first !== undefined) edges.push({ runs: runs[ways.length], lines: [] });
  const { width, height } = graph.graph() as { width: number; height: number };
  const [start, end] = [boxes.get(START), boxes.get(END)];
  return {
    width,
    height,
    cards: [...cards].map(([key, card]) => {
      const { x, y } = boxes.get(key)!;
      return { card, x: x - card.width / 2, y: y - card.height / 2 };
    }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    edges,
  };
}

function linesOf({ labels, taken }: PictureEdge): string[] {
  const texts = [...labels, ...(taken > 1 ? [`${taken} times`] : [])];
  return texts.flatMap((text) => wrap(text, LABEL_MAX, 4, (line) => measureText(line, LABEL)));
}
