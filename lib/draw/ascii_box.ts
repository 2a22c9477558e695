/**
 * The box of a step in a terminal's picture.
 * @module
 */

import { textWidth } from "../text_width.ts";
import { type Canvas, type Ink, TO } from "./canvas.ts";
import { markInWords } from "./mark_in_words.ts";
import type { PictureNode } from "./picture.ts";
import { clip, wrap } from "./wrap.ts";

interface Row {
  left: string;
  ink: Ink;
  /** The id, at the right end. */
  right?: string;
}

/** Longer ids are cut before titles are. */
const ID_MAX = 24;

/** The width that the boxes would like to have. */
export function neededWidth(nodes: readonly PictureNode[]): number {
  const widths = nodes.flatMap((node) => [
    textWidth(node.title) + rightWidth(node) + 6,
    ...textsOf(node).map(({ left }) => textWidth(left) + 4),
    ...node.children.flatMap((child) => [
      textWidth(child.title) + rightWidth(child) + 9,
      ...textsOf(child).map(({ left }) => textWidth(left) + 7),
    ]),
  ]);
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

/** Rows of a box, its borders included. */
export function boxHeight(node: PictureNode, width: number): number {
  return rowsOf(node, width - 4).length + 2;
}

/** Draws a box at the left edge. */
export function drawBox(canvas: Canvas, node: PictureNode, top: number, width: number): void {
  const ink: Ink = node.mark?.bad
    ? "bad"
    : node.mark?.current
    ? "now"
    : (node.mark?.visits ?? 0) > 0
    ? "seen"
    : "faint";
  const dashed = !node.reachable;
  const rows = rowsOf(node, width - 4);
  const bottom = top + rows.length + 1;
  for (const [y, down] of [[top, TO.down], [bottom, TO.up]]) {
    canvas.line(0, y, TO.right | down, ink);
    canvas.horizontal(1, width - 2, y, ink, dashed);
    canvas.line(width - 1, y, TO.left | down, ink);
  }
  rows.forEach((row, i) => {
    const y = top + 1 + i;
    canvas.line(0, y, TO.up | TO.down, ink, dashed);
    canvas.text(2, y, row.left, row.ink);
    if (row.right !== undefined) canvas.text(width - 2 - textWidth(row.right), y, row.right, "faint");
    canvas.line(width - 1, y, TO.up | TO.down, ink, dashed);
  });
}

function rowsOf(node: PictureNode, width: number): Row[] {
  const rows = headRows(node, width);
  for (const { left, ink } of textsOf(node)) {
    for (const line of wrap(left, width, 3, textWidth)) rows.push({ left: line, ink });
  }
  node.children.forEach((child, i) => {
    const last = i === node.children.length - 1;
    const [first, ...others] = [
      ...headRows(child, width - 3),
      ...textsOf(child).flatMap(({ left, ink }) =>
        wrap(left, width - 3, 2, textWidth).map((line) => ({ left: line, ink }))
      ),
    ];
    rows.push({ ...first, left: `${last ? "╰" : "├"}─ ${first.left}` });
    for (const row of others) rows.push({ ...row, left: `${last ? " " : "│"}  ${row.left}` });
  });
  return rows;
}

/** The title, with the id at the right end of its first line. */
function headRows(node: PictureNode, width: number): Row[] {
  const id = node.title === node.id ? "" : clip(node.id, Math.min(ID_MAX, Math.floor(width / 3)), textWidth);
  const lines = wrap(node.title, width - (id === "" ? 0 : textWidth(id) + 2), 2, textWidth);
  const ink: Ink = node.mark?.current ? "now" : "strong";
  return lines.map((left, i) => ({ left, ink, ...(i === 0 && id !== "" ? { right: id } : {}) }));
}

function rightWidth({ title, id }: PictureNode): number {
  return title === id ? 0 : Math.min(ID_MAX, textWidth(id)) + 2;
}

/** Everything below the title, whole. */
function textsOf(node: PictureNode): { left: string; ink: Ink }[] {
  const tags = [...(node.tag === "" ? [] : [node.tag]), ...(node.reachable ? [] : ["unreachable"])].join(" · ");
  return [
    ...(tags === "" ? [] : [{ left: tags, ink: "faint" as const }]),
    ...node.facts.map(({ name, text }) => ({ left: `${name}: ${text}`, ink: "plain" as const })),
    ...markInWords(node).map((left) => ({
      left,
      ink: node.mark!.bad ? "bad" as const : node.mark!.current ? "now" as const : "seen" as const,
    })),
  ];
}
