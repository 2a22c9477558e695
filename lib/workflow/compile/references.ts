/**
 * Where a text refers to inputs, outputs and variables. Source: spec "Step" (interpolation).
 * @module
 */

import type { Position } from "../../diagnostic.ts";
import { findReferences } from "../interpolate.ts";
import type { Reference } from "../workflow.ts";
import { placesIn, shift } from "./places.ts";
import type { TextScalar } from "./read_source.ts";

/** References in a scalar; where the scalar doesn't stand unescaped on one line, all of it is their place. */
export function scalarReferences({ value, range, at }: TextScalar): Reference[] {
  return findReferences(value).map(({ kind, name, start, end }) => ({
    kind,
    name,
    range: at === undefined ? range : { start: shift(at, start), end: shift(at, end) },
  }));
}

/** References in a file of its own. */
export function fileReferences(text: string): Reference[] {
  return textReferences(text, { line: 1, column: 1, offset: 0 });
}

/** References in a text that stands unchanged in a file, beginning at `from`. */
export function textReferences(text: string, from: Position): Reference[] {
  const place = placesIn(text, from);
  return findReferences(text).map(({ kind, name, start, end }) => ({
    kind,
    name,
    range: { start: place(start), end: place(end) },
  }));
}
