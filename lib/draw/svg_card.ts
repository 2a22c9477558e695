/**
 * The card of a step in an SVG; a dispatcher's holds its children's.
 * @module
 */

import { markInWords } from "./mark_in_words.ts";
import type { PictureNode } from "./picture.ts";
import { escapeXml, type Font, measureText, round } from "./svg_text.ts";
import { clip, wrap } from "./wrap.ts";

/** A card with its size; it's drawn from its upper left corner. */
export interface Card {
  node: PictureNode;
  width: number;
  height: number;
  lines: Line[];
  children: { card: Card; x: number; y: number }[];
}

interface Line {
  text: string;
  font: Font;
  style: string;
  /** Baseline. */
  y: number;
  x: number;
}

const PAD = 14;
/** Between a dispatcher's children. */
const GAP = 10;
const TEXT_MAX = 270;
/** Children stand side by side up to this width. */
const ROW_MAX = 620;
/** Room for the arrow of a loop. */
const LOOP = 22;

const TITLE: Font = { size: 14, bold: true };
const SMALL: Font = { size: 11 };
const MONO: Font = { size: 11, mono: true };

/** Measures a step's card. */
export function makeCard(node: PictureNode): Card {
  const lines: Line[] = [];
  let y = PAD - 4;
  const add = (text: string, font: Font, style: string, most = 3) => {
    for (const part of wrap(text, TEXT_MAX, most, (line) => measureText(line, font))) {
      y += Math.round(font.size * 1.32);
      lines.push({ text: part, font, style, y, x: PAD });
    }
  };
  add(node.title, TITLE, "title", 2);
  const tags = [...(node.tag === "" ? [] : [node.tag]), ...(node.reachable ? [] : ["unreachable"])];
  const id = node.title === node.id ? [] : [clip(node.id, TEXT_MAX / 2, (line) => measureText(line, SMALL))];
  if (tags.length + id.length > 0) add([...id, ...tags].join(" · "), SMALL, "muted", 2);
  if (node.facts.length > 0) y += 4;
  for (const { kind, name, text } of node.facts) {
    add(`${name}: ${text}`, kind === "run" || kind === "gate" || kind === "files" ? MONO : SMALL, "fact");
  }
  const notes = markInWords(node);
  if (notes.length > 0) y += 4;
  for (const note of notes) add(note, { size: 11, bold: true }, node.mark!.bad ? "bad" : "done");
  const own = Math.max(...lines.map(({ text, font }) => measureText(text, font)));
  const loop = node.facts.some(({ kind }) => kind === "loop") ? LOOP : 0;
  const card: Card = { node, width: Math.max(120, own + 2 * PAD + loop), height: y + PAD, lines, children: [] };
  if (node.children.length > 0) placeChildren(card, y + PAD);
  return card;
}

function placeChildren(card: Card, top: number): void {
  let [x, y, tallest] = [PAD, top, 0];
  for (const child of card.node.children) {
    const own = makeCard(child);
    if (x > PAD && x + own.width > ROW_MAX) {
      x = PAD;
      y += tallest + GAP;
      tallest = 0;
    }
    card.children.push({ card: own, x, y });
    card.width = Math.max(card.width, x + own.width + PAD);
    tallest = Math.max(tallest, own.height);
    x += own.width + GAP;
  }
  card.height = y + tallest + PAD;
}

/** Draws a card at a place. */
export function drawCard(card: Card, x: number, y: number, indent = "  "): string[] {
  const { node, width, height } = card;
  const state = node.mark?.bad ? " failed" : node.mark?.current ? " now" : (node.mark?.visits ?? 0) > 0 ? " seen" : "";
  const lines = [
    `<g class="step ${node.role}${state}${node.reachable ? "" : " lost"}" transform="translate(${round(x)} ${
      round(y)
    })">`,
    `  <title>${
      escapeXml([`${node.title} (${node.id})`, ...node.facts.map(({ name, text }) => `${name}: ${text}`)].join("\n"))
    }</title>`,
    `  <rect class="card" width="${round(width)}" height="${round(height)}" rx="9"/>`,
    `  <path class="stripe" d="M9 0.6H5A4.4 4.4 0 0 0 .6 5V${round(height - 5)}A4.4 4.4 0 0 0 5 ${
      round(height - 0.6)
    }H9Z"/>`,
    ...(node.facts.some(({ kind }) => kind === "loop") ? loopArrow(width) : []),
    ...card.lines.map(({ text, font, style, x, y }) =>
      `  <text class="${style}${font.mono ? " mono" : ""}" x="${x + 4}" y="${y}">${escapeXml(text)}</text>`
    ),
    ...card.children.flatMap((child) => drawCard(child.card, child.x, child.y, "  ")),
    "</g>",
  ];
  return lines.map((line) => indent + line);
}

/** A circle that begins where it ends, in the upper right corner. */
function loopArrow(width: number): string[] {
  const x = round(width - 20);
  return [
    `  <path class="loop" d="M${x + 5} 13.2A6 6 0 1 0 ${x + 6} 18"/>`,
    `  <path class="loop-tip" d="M${round(x + 1.6)} 14.4L${round(x + 8.4)} 15.6L${round(x + 6.6)} 9Z"/>`,
  ];
}
