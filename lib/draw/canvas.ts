/**
 * A grid of characters on which lines join by themselves.
 * @module
 */

import { textWidth } from "../text_width.ts";

/** How a part of the drawing is shown where there is colour. */
export type Ink = "plain" | "strong" | "faint" | "seen" | "now" | "bad";

/** Colours a text; without one everything is plain. */
export type Paint = (text: string, ink: Ink) => string;

/** Directions in which a line leaves a cell; they are added. */
export const TO: Readonly<Record<"up" | "right" | "down" | "left", number>> = Object.freeze({
  up: 1,
  right: 2,
  down: 4,
  left: 8,
});

/** The line's character by its directions. */
const LINES = [..." ╵╶╰╷│╭├╴╯─┴╮┤┬┼"];
const DASHED: Readonly<Record<string, string>> = Object.freeze({ "│": "┆", "─": "╌" });

interface Cell {
  text: string;
  ink: Ink;
  /** Directions; 0 where the cell holds a text. */
  lines: number;
  dashed: boolean;
}

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A canvas that grows to the right and downwards. */
export class Canvas {
  readonly #rows: Cell[][] = [];

  /** Rows so far. */
  get height(): number {
    return this.#rows.length;
  }

  /** Writes a text; a wide character takes two cells. */
  text(x: number, y: number, text: string, ink: Ink = "plain"): void {
    let column = x;
    for (const { segment } of SEGMENTS.segment(text)) {
      const width = textWidth(segment);
      this.#set(column, y, { text: segment, ink, lines: 0, dashed: false });
      for (let i = 1; i < width; i++) this.#set(column + i, y, { text: "", ink, lines: 0, dashed: false });
      column += width;
    }
  }

  /** Adds a line's directions to a cell, so that lines that meet join. */
  line(x: number, y: number, directions: number, ink: Ink = "faint", dashed = false): void {
    const known = this.#rows[y]?.[x];
    if (known !== undefined && known.lines === 0 && known.text !== " ") return;
    const before = known?.lines ?? 0;
    this.#set(x, y, {
      text: "",
      ink: before !== 0 && ink === "faint" ? known!.ink : ink,
      lines: before | directions,
      dashed: dashed && (before === 0 || known!.dashed),
    });
  }

  /** A line from one column to another, both included; their outer directions are the caller's. */
  horizontal(from: number, to: number, y: number, ink?: Ink, dashed?: boolean): void {
    for (let x = from; x <= to; x++) this.line(x, y, TO.left | TO.right, ink, dashed);
  }

  /** All rows, without blanks at their ends. */
  toText(paint: Paint = (text) => text): string {
    return this.#rows.map((row) => paintRow(row, paint)).join("\n");
  }

  #set(x: number, y: number, cell: Cell): void {
    while (this.#rows.length <= y) this.#rows.push([]);
    const row = this.#rows[y];
    while (row.length < x) row.push({ text: " ", ink: "plain", lines: 0, dashed: false });
    row[x] = cell;
  }
}

function paintRow(row: readonly Cell[], paint: Paint): string {
  let last = row.length;
  while (last > 0 && row[last - 1].lines === 0 && row[last - 1].text === " ") last--;
  let line = "";
  for (let i = 0; i < last;) {
    const { ink } = row[i];
    let run = "";
    for (; i < last && row[i].ink === ink; i++) run += shown(row[i]);
    line += run.trim() === "" ? run : paint(run, ink);
  }
  return line;
}

function shown({ text, lines, dashed }: Cell): string {
  if (lines === 0) return text;
  const line = LINES[lines];
  return dashed ? DASHED[line] ?? line : line;
}
