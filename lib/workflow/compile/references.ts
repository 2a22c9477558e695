/**
 * Where a text refers to inputs, outputs and variables. Source: spec "Step" (interpolation).
 * @module
 */

import type { Position } from "../../diagnostic.ts";
import { findReferences } from "../interpolate.ts";
import type { Reference } from "../workflow.ts";
import { placesIn, placesInScalar } from "./places.ts";
import type { TextScalar } from "./read_source.ts";

/** References in a scalar; where it can't be told where in the scalar one stands, all of it is their place. */
export function scalarReferences(scalar: TextScalar): Reference[] {
  const place = placesInScalar(scalar);
  return findReferences(scalar.value).map(({ kind, name, start, end }) => ({
    kind,
    name,
    range: place === undefined ? scalar.range : { start: place(start), end: place(end) },
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
