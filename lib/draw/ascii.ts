/**
 * A picture for the terminal: a column of boxes in the declared order, jumps in lanes beside it.
 * @module
 */

import { textWidth } from "../text_width.ts";
import { boxHeight, drawBox, neededWidth } from "./ascii_box.ts";
import { Canvas, type Ink, type Paint, TO } from "./canvas.ts";
import { assignLanes, type Lanes } from "./lanes.ts";
import { type Picture, type PictureEdge, type PictureNode, waysOut } from "./picture.ts";
import { wrap } from "./wrap.ts";

/** How to draw. */
export interface AsciiOptions {
  /** Columns; 80 by default, at least 40. */
  width?: number;
  /** Colours; none by default. */
  paint?: Paint;
}

/** Columns of a lane, and of the arrow before the first one. */
const LANE = 2;
/** A box is never narrower, as long as there are columns. */
const BOX_MIN = 36;
const BOX_MAX = 76;
/** The column of the line that leads on. */
const SPINE = 2;

/**
 * Draws with box characters; no line is wider than `width`.
 *
 * @example
 * ```ts
 * import { drawAscii } from "./ascii.ts";
 * import { makePicture } from "./picture.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * console.assert(drawAscii(makePicture(workflowOf("a -> end"))).includes("╰─▶ end"));
 * ```
 */
export function drawAscii(picture: Picture, options: AsciiOptions = {}): string {
  const width = Math.max(40, options.width ?? 80);
  const drawing = new Drawing(picture, width);
  drawing.draw();
  return `${drawing.canvas.toText(options.paint)}\n`;
}

class Drawing {
  readonly canvas = new Canvas();
  readonly #picture: Picture;
  readonly #places: Map<string, number>;
  readonly #lanes: Lanes;
  readonly #width: number;
  /** Width of every box. */
  readonly #box: number;
  /** Rows at which lanes are joined, by target. */
  readonly #joints = new Map<string, { rows: number[]; ink: Ink }>();

  constructor(picture: Picture, width: number) {
    this.#picture = picture;
    this.#width = width;
    this.#places = new Map(picture.nodes.map(({ key }, i) => [key, i]));
    const jumps = picture.edges.filter((edge) => edge.to !== null && !this.#leadsOn(edge));
    const max = Math.floor((width - BOX_MIN - 3) / LANE);
    this.#lanes = assignLanes(jumps, this.#places, Math.max(0, max));
    const used = Math.max(-1, ...this.#lanes.values()) + 1;
    const room = Math.min(BOX_MAX, width - 1 - (used === 0 ? 0 : 1 + used * LANE));
    this.#box = Math.min(room, Math.max(BOX_MIN, neededWidth(picture.nodes)));
  }

  draw(): void {
    this.#header();
    const { nodes } = this.#picture;
    const out = waysOut(this.#picture);
    nodes.forEach((node, i) => {
      if (i === 0 && node.start) this.#entry(node);
      const top = this.canvas.height;
      drawBox(this.canvas, node, top, this.#box);
      if (this.#lanes.has(node.key)) this.#join(node.key, top + 1, this.#box, true);
      this.#ways(out.get(node.key)!, top + boxHeight(node, this.#box));
    });
    for (const [target, { rows, ink }] of this.#joints) this.#lane(target, rows, ink);
  }

  #header(): void {
    const { title, name, caption } = this.#picture;
    const { canvas } = this;
    for (const line of wrap(title, this.#width, 2, textWidth)) canvas.text(0, canvas.height, line, "strong");
    const under = [...(title === name ? [] : [name]), caption].join(" · ");
    for (const line of wrap(under, this.#width, 3, textWidth)) canvas.text(0, canvas.height, line, "faint");
    canvas.text(0, canvas.height, " ");
  }

  #entry(node: PictureNode): void {
    const ink = node.mark === undefined ? "faint" : "seen";
    this.canvas.text(SPINE, this.canvas.height, "●", ink);
    this.canvas.text(SPINE, this.canvas.height, "▼", ink);
  }

  #leadsOn({ from, to }: PictureEdge): boolean {
    return to !== null && this.#places.get(to)! === this.#places.get(from)! + 1;
  }

  /** The ways out below a box, in the order in which they're tried; the one to the next box ends with an arrow. */
  #ways(ways: readonly PictureEdge[], top: number): void {
    const { canvas } = this;
    const on = ways.find((way) => this.#leadsOn(way));
    if (ways.length > 0) canvas.line(SPINE, top - 1, TO.down, inkOf(ways[0]));
    ways.forEach((way, i) => {
      const more = on !== undefined || i < ways.length - 1;
      if (way === on && ways.length === 1) this.#straight(way);
      else this.#way(way, more);
    });
    if (on !== undefined) canvas.text(SPINE, canvas.height, "▼", inkOf(on));
    else canvas.text(0, canvas.height, " ");
  }

  #straight(way: PictureEdge): void {
    const label = labelOf(way);
    const lines = label === "" ? [""] : wrap(label, this.#box - SPINE - 3, 3, textWidth);
    for (const line of lines) {
      const y = this.canvas.height;
      this.canvas.line(SPINE, y, TO.up | TO.down, inkOf(way), way.implied);
      if (line !== "") this.canvas.text(SPINE + 2, y, line, inkOfLabel(way));
    }
  }

  #way(way: PictureEdge, more: boolean): void {
    const { canvas } = this;
    const ink = inkOf(way);
    const lane = way.to === null || this.#leadsOn(way) ? undefined : this.#lanes.get(way.to);
    const end = way.to === null
      ? "─▶ end"
      : this.#leadsOn(way)
      ? "↓"
      : lane === undefined
      ? `─▶ ${this.#nodeOf(way.to).id}`
      : "─";
    const room = this.#box - SPINE - 4 - (lane === undefined ? Math.min(textWidth(end), 30) : 2);
    const label = labelOf(way);
    const lines = label === "" ? [] : wrap(label, room, 3, textWidth);
    const y = canvas.height;
    canvas.line(SPINE, y, TO.up | TO.right | (more ? TO.down : 0), ink, false);
    let x = SPINE + 1;
    if (lines.length > 0) {
      canvas.line(x, y, TO.left | TO.right, ink, way.implied);
      canvas.text(x + 2, y, lines[0], inkOfLabel(way));
      x += 3 + textWidth(lines[0]);
    }
    if (lane === undefined) {
      const shown = way.to === null || this.#leadsOn(way) ? end : wrap(end, this.#width - x, 1, textWidth)[0];
      canvas.text(x, y, shown.replace("─", way.implied ? "╌" : "─"), ink);
    } else {
      canvas.horizontal(x, this.#laneAt(lane) - 1, y, ink, way.implied);
      this.#join(way.to!, y, -1, false, ink);
    }
    for (const line of lines.slice(1)) {
      const below = canvas.height;
      if (more) canvas.line(SPINE, below, TO.up | TO.down, "faint");
      canvas.text(SPINE + 3, below, line, inkOfLabel(way));
    }
  }

  #nodeOf(key: string): PictureNode {
    return this.#picture.nodes[this.#places.get(key)!];
  }

  #laneAt(lane: number): number {
    return this.#box + 1 + lane * LANE + 1;
  }

  #join(target: string, y: number, from: number, arrow: boolean, ink: Ink = "faint"): void {
    const known = this.#joints.get(target) ?? { rows: [], ink: "faint" };
    known.rows.push(y);
    if (ink === "seen") known.ink = ink;
    this.#joints.set(target, known);
    if (!arrow) return;
    this.canvas.text(from, y, "◀");
    this.canvas.horizontal(from + 1, this.#laneAt(this.#lanes.get(target)!) - 1, y);
  }

  /** The lane itself, drawn when all its rows are known. */
  #lane(target: string, rows: readonly number[], ink: Ink): void {
    const x = this.#laneAt(this.#lanes.get(target)!);
    const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
    const joints = new Set(rows);
    for (let y = top; y <= bottom; y++) {
      const up = y > top ? TO.up : 0;
      const down = y < bottom ? TO.down : 0;
      this.canvas.line(x, y, up | down | (joints.has(y) ? TO.left : 0), ink);
    }
  }
}

/** The way taken is marked by a sign too: a pipe has no colour. */
function labelOf({ labels, taken }: PictureEdge): string {
  const sign = taken === 0 ? [] : taken === 1 ? ["✓"] : [`✓ ${taken} times`];
  return [...(labels.length === 0 ? [] : [labels.join(", ")]), ...sign].join(" ");
}

function inkOf({ taken }: PictureEdge): Ink {
  return taken > 0 ? "seen" : "faint";
}

function inkOfLabel({ taken }: PictureEdge): Ink {
  return taken > 0 ? "seen" : "plain";
}
