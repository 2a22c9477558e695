/**
 * Patterns as data: what a pattern compiles to is plain JSON inside the workflow, so that matching needs no compiler.
 * Source: spec "Step", key `require`.
 * @module
 */

/**
 * One instruction: `split` goes on at two places, `jump` at one, `assert` where all of its conditions (a sum of
 * {@link ASSERTIONS}) hold, `read` after one character of its set; `match` ends the search.
 */
export type PatternInstruction =
  | [op: "split", to: number, other: number]
  | [op: "jump", to: number]
  | [op: "assert", to: number, conditions: number]
  | [op: "read", to: number, set: number]
  | [op: "match"];

/** A compiled pattern. */
export interface PatternProgram {
  /** The instruction to begin with. */
  start: number;
  /** They name each other by their index. */
  instructions: PatternInstruction[];
  /** Sets of characters: first and last code point of each range, in order. */
  sets: number[][];
}

/** What an `assert` may want of its place, as bits: RE2's own numbers. */
export const ASSERTIONS = {
  lineStart: 1,
  lineEnd: 2,
  textStart: 4,
  textEnd: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;
