/**
 * A source line with a run of carets under a part of it. Everything is counted in columns of a terminal: a wide character
 * takes two, a combining mark none, and neither is ever cut in half.
 * @module
 */

import { printable, textWidth } from "../text_width.ts";
import type { Style } from "./style.ts";

/** A part of a line, in UTF-16 units from its beginning. */
export interface Marked {
  from: number;
  /** After the last unit; Infinity for the rest of the line. */
  to: number;
}

/** How a frame is drawn. */
export interface FrameOptions {
  /** Columns of the whole frame. */
  width: number;
  /** Columns of the line's number. */
  gutter: number;
  style: Style;
  paint(text: string): string;
}

interface Cell {
  text: string;
  width: number;
  from: number;
  to: number;
}

/** What of a line is shown. */
interface Cut {
  before: readonly Cell[];
  marked: readonly Cell[];
  after: readonly Cell[];
}

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const TAB = "  ";
const ELLIPSIS = "…";
/** Of a longer line never less is shown. */
const ROOM_MIN = 20;
/** A line of megabytes is looked at only around its mark; graphemes seldom have more units than this a column. */
const UNITS = 8;

/** Two lines: the source line, cut around the mark where it's too long, and the carets. */
export function sourceFrame(line: string, number: number, mark: Marked, options: FrameOptions): string[] {
  const { width, gutter, style, paint } = options;
  const { before, marked, after } = cut(line, mark, Math.max(ROOM_MIN, width - gutter - 5));
  const bar = (text: string) => style.dim(`${text.padStart(gutter)} │`);
  const carets = paint("^".repeat(Math.max(1, widthOf(marked))));
  const text = `${textOf(before)}${marked.length === 0 ? "" : paint(textOf(marked))}${textOf(after)}`;
  return [
    `  ${bar(String(number))}${text === "" ? "" : ` ${text}`}`,
    `  ${bar("")} ${" ".repeat(widthOf(before))}${carets}`,
  ];
}

function cut(line: string, mark: Marked, room: number): Cut {
  const reach = room * UNITS;
  const start = Math.max(0, mark.from - reach);
  const end = Math.min(line.length, Math.min(mark.to, mark.from + reach) + reach);
  const cells = cellsOf(line.slice(start, end), start);
  const columns = [0];
  for (const { width } of cells) columns.push(columns.at(-1)! + width);
  const total = columns.at(-1)!;
  const own = cells.findIndex(({ to }) => to > mark.from);
  const place = columns[own < 0 ? cells.length : own];
  // Past the end of the line there is still a caret to show.
  const wanted = total + (own < 0 ? 1 : 0);
  const first = Math.max(0, Math.min(place - Math.floor(room / 3), wanted - room));
  const lead = first > 0 || start > 0;
  const tail = first + room < total || end < line.length;
  const shown = cells.filter((_, i) =>
    columns[i] >= first + Number(lead) && columns[i + 1] <= first + room - Number(tail)
  );
  const dots: Cell = { text: ELLIPSIS, width: 1, from: -1, to: -1 };
  return {
    before: [...(lead ? [dots] : []), ...shown.filter(({ to }) => to <= mark.from)],
    marked: shown.filter(({ from, to }) => to > mark.from && from < mark.to),
    after: [...shown.filter(({ from, to }) => to > mark.from && from >= mark.to), ...(tail ? [dots] : [])],
  };
}

function cellsOf(text: string, offset: number): Cell[] {
  return [...SEGMENTS.segment(text)].map(({ segment, index }) => {
    const shown = printable(segment.replaceAll("\t", TAB));
    return { text: shown, width: textWidth(shown), from: offset + index, to: offset + index + segment.length };
  });
}

function textOf(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join("");
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}
