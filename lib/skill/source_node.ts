/**
 * A YAML document as a tree with places in file coordinates: what the compiler and the source rules read.
 * @module
 */

import type { Position, Range } from "../diagnostic.ts";

/** A scalar. */
export interface SourceScalar {
  kind: "scalar";
  /** Its value in the YAML core schema. */
  value: null | boolean | number | string;
  /** A plain scalar as it was written (`1.10`), else the string value. */
  text: string;
  style: "plain" | "single" | "double" | "literal" | "folded";
  range: Range;
  /** Place of the value's first unit, where the value stands unescaped on one line. */
  at?: Position;
  /** Of a literal block: the place of the first unit of every line of the value. */
  lines?: Position[];
}

/** A sequence. */
export interface SourceList {
  kind: "list";
  items: SourceNode[];
  range: Range;
}

/** One key of a mapping. */
export interface SourceEntry {
  key: string;
  keyRange: Range;
  value: SourceNode;
}

/** A mapping; keys are unique (a duplicate is an error of the text). */
export interface SourceMap {
  kind: "map";
  entries: SourceEntry[];
  range: Range;
}

/** Any node. */
export type SourceNode = SourceScalar | SourceList | SourceMap;
