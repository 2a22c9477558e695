/**
 * What the checker finds in a condition's text, in offsets of that text.
 * @module
 */

/** The rules that speak about conditions. */
export type ConditionCode =
  | "expr-syntax"
  | "unknown-variable"
  | "unknown-field"
  | "type-mismatch"
  | "constant-condition"
  | "possibly-unset";

/** A replacement in a condition's text. */
export interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** One finding, from offset `start` to just before `end`. */
export interface Problem {
  code: ConditionCode;
  start: number;
  end: number;
  message: string;
  help?: string;
  /** A change that cures it. */
  repair?: { title: string; replacement: Replacement };
}

/** The problem at a node. */
export function problemAt(
  node: { start: number; end: number },
  code: ConditionCode,
  message: string,
  more: Pick<Problem, "help" | "repair"> = {},
): Problem {
  return { code, start: node.start, end: node.end, message, ...more };
}

/** The repair that writes a text in a node's place. */
export function writeInstead(node: { start: number; end: number }, text: string): NonNullable<Problem["repair"]> {
  return { title: `Write ${text}`, replacement: { start: node.start, end: node.end, text } };
}
