/**
 * A picture as an SVG that needs nothing else: no script, no font, no browser to draw it.
 * @module
 */

import { LimitError } from "../error.ts";
import type { Picture } from "./picture.ts";
import { drawCard } from "./svg_card.ts";
import { drawEdge, drawLabel } from "./svg_edge.ts";
import { layOut } from "./svg_layout.ts";
import type { Point } from "./svg_route.ts";
import { STYLE } from "./svg_style.ts";
import { escapeXml, type Font, measureText, round } from "./svg_text.ts";
import { clip } from "./wrap.ts";

/** Steps and ways that are laid out at most: beyond them it takes minutes, and nobody can read the picture. */
export const SVG_MAX = 600;

const HEADER = 56;
const MARGIN = 20;
const HEADING: Font = { size: 17, bold: true };
const CAPTION: Font = { size: 11 };
/** A heading makes a picture no wider than this. */
const HEADER_MAX = 560;

/**
 * Draws an SVG that follows the reader's light or dark surroundings.
 *
 * @throws {LimitError} more than `SVG_MAX` steps or ways
 *
 * @example
 * ```ts
 * import { drawSvg } from "./svg.ts";
 * import { makePicture } from "./picture.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * console.assert(drawSvg(makePicture(workflowOf("a -> end"))).endsWith("</svg>\n"));
 * ```
 */
export function drawSvg(picture: Picture): string {
  const count = Math.max(picture.nodes.reduce((sum, node) => sum + 1 + node.children.length, 0), picture.edges.length);
  if (count > SVG_MAX) {
    throw new LimitError(
      `"${picture.name}" has ${count} steps or ways out, an SVG holds at most ${SVG_MAX}: use --format ascii, dot or mermaid`,
      { limit: SVG_MAX, actual: count },
    );
  }
  const layout = layOut(picture);
  const walked = picture.nodes.some((node) => (node.mark?.visits ?? 0) > 0);
  const dashed = picture.edges.some((edge) => edge.implied) ? " · dashed: implied" : "";
  const caption = picture.caption + dashed;
  // A narrow picture makes room for what is written above it, within reason.
  const wanted = Math.max(measureText(picture.title, HEADING), measureText(caption, CAPTION)) + 2 * MARGIN;
  const width = Math.max(layout.width, Math.min(wanted, HEADER_MAX), 320);
  const shift = (width - layout.width) / 2;
  const height = layout.height + HEADER;
  const fit = (text: string, font: Font) => clip(text, width - 2 * MARGIN, (line) => measureText(line, font));
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" width="${
      round(width)
    }" height="${round(height)}" role="img" aria-label="${escapeXml(`Workflow ${picture.title}`)}">`,
    `  <title>${escapeXml(picture.title)}</title>`,
    `  <style>${STYLE}</style>`,
    `  <rect class="page" x="0.5" y="0.5" width="${round(width - 1)}" height="${round(height - 1)}" rx="10"/>`,
    `  <text class="heading" x="${MARGIN}" y="31">${escapeXml(fit(picture.title, HEADING))}</text>`,
    `  <text class="muted" x="${MARGIN}" y="48">${escapeXml(fit(caption, CAPTION))}</text>`,
    `  <g transform="translate(${round(shift)} ${HEADER})">`,
    ...[
      ...layout.edges.flatMap((edge) => drawEdge(edge, walked && edge.edge === undefined)),
      ...layout.cards.flatMap(({ card, x, y }) => drawCard(card, x, y)),
      ...layout.edges.flatMap(drawLabel),
      ...(layout.start === undefined ? [] : [dot(layout.start, 7, walked)]),
      ...(layout.end === undefined ? [] : [dot(layout.end, 5.5, picture.ended), ring(layout.end, picture.ended)]),
    ].map((line) => `  ${line}`),
    "  </g>",
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

function dot({ x, y }: Point, r: number, walked: boolean): string {
  return `  <circle class="dot${walked ? " walked" : ""}" cx="${round(x)}" cy="${round(y)}" r="${r}"/>`;
}

function ring({ x, y }: Point, walked: boolean): string {
  return `  <circle class="ring${walked ? " walked" : ""}" cx="${round(x)}" cy="${round(y)}" r="9"/>`;
}
