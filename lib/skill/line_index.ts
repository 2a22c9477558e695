/**
 * From offsets to lines and columns.
 * @module
 */

import { FILE_START, type Position, type Range } from "../diagnostic.ts";

/** Lines of one text. Line ends are LF, CR LF (one end), and a lone CR, as in CommonMark and in editors. */
export interface LineIndex {
  /** Offset of each line's first unit. */
  readonly starts: readonly number[];
  /** Index (from 0) of the line that holds the offset. */
  lineAt(offset: number): number;
  /** Just past the line's last unit, its line end left out. */
  endOf(line: number): number;
  /** The place of an offset; offsets past the ends are drawn in. */
  position(offset: number): Position;
  /** The places of two offsets. */
  range(start: number, end: number): Range;
}

/**
 * Indexes a text's lines in one pass. `at` is the place of the text's first unit, for a text cut from a file: positions
 * are then the file's.
 *
 * @example
 * ```ts
 * import { indexLines } from "./line_index.ts";
 * const { line, column } = indexLines("a\r\nbc").position(4);
 * console.assert(line === 2 && column === 2);
 * ```
 */
export function indexLines(text: string, at: Position = FILE_START.start): LineIndex {
  const starts = findStarts(text);
  const lineAt = (offset: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const position = (offset: number): Position => {
    const inside = Math.min(Math.max(offset, 0), text.length);
    const line = lineAt(inside);
    const column = inside - starts[line] + (line === 0 ? at.column : 1);
    return { line: at.line + line, column, offset: at.offset + inside };
  };
  return {
    starts,
    lineAt,
    endOf(line) {
      if (line + 1 >= starts.length) return text.length;
      const end = starts[line + 1] - 1;
      return end > starts[line] && text.charCodeAt(end) === 10 && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    },
    position,
    range: (start, end) => ({ start: position(start), end: position(end) }),
  };
}

function findStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
