/**
 * Places inside a text: from an offset in a value to a place in the file. Source: spec "The workflow language" (findings
 * carry line, column and offset of the file).
 * @module
 */

import type { Position } from "../../diagnostic.ts";
import type { TextScalar } from "./read_source.ts";

/** A place on the same line, so many units further. */
export function shift(position: Position, by: number): Position {
  return { line: position.line, column: position.column + by, offset: position.offset + by };
}

/** Finds places in a text that stands unchanged in a file, beginning at `start`. Offsets have to be asked in rising order. */
export function placesIn(text: string, start: Position): (offset: number) => Position {
  let line = start.line;
  let lineStart = 0;
  let column = start.column;
  return (offset) => {
    for (let end = text.indexOf("\n", lineStart); end >= 0 && end < offset; end = text.indexOf("\n", lineStart)) {
      line++;
      lineStart = end + 1;
      column = 1;
    }
    return { line, column: column + offset - lineStart, offset: start.offset + offset };
  };
}

/** The same for a scalar that stands unescaped on one line or in a literal block; undefined for others. */
export function placesInScalar({ value, at, lines }: TextScalar): ((offset: number) => Position) | undefined {
  if (at !== undefined) return (offset) => shift(at, offset);
  if (lines === undefined) return undefined;
  let line = 0;
  let lineStart = 0;
  return (offset) => {
    for (let end = value.indexOf("\n", lineStart); end >= 0 && end < offset; end = value.indexOf("\n", lineStart)) {
      line++;
      lineStart = end + 1;
    }
    return shift(lines[line], offset - lineStart);
  };
}
