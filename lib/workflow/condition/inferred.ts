/**
 * What the checker knows of a part of a condition.
 * @module
 */

import type { Json } from "../../json.ts";
import type { Variable, VariableType } from "../workflow.ts";

/** A type in the words of `context_schema`; `any` where only the run tells. */
export type TypeName = VariableType | "null" | "any";

/** What is known of a part. */
export interface Inferred {
  type: TypeName;
  /** Of a list written out: the type that all items share. */
  item?: string;
  /** Of a list written out: its items. */
  items?: Inferred[];
  /** The value, where it's written out. */
  literal?: Json;
  /** The variable that is read, where it is one. */
  variable?: Variable;
  /** The path (`context.n`) whose value may be null. */
  mayBeUnset?: string;
  /** The smallest value that a count can have. */
  least?: number;
  /** The evaluator knows the type before it has a value, and refuses to compare it with another. */
  fixed?: boolean;
  /** Whether the value depends on a variable. */
  depends: boolean;
  /** The value of a boolean, where no variable can change it. */
  truth?: boolean;
}

/** Whether a type is one of the two kinds of numbers. */
export function isNumeric(type: TypeName): boolean {
  return type === "integer" || type === "number";
}

/** Whether two parts can have equal values. */
export function areComparable(a: TypeName, b: TypeName): boolean {
  return a === b || a === "any" || b === "any" || (isNumeric(a) && isNumeric(b));
}

/** The type with an article, for messages. */
export function nameOfType(inferred: Inferred): string {
  switch (inferred.type) {
    case "null":
      return "null";
    case "any":
      return "a value of any type";
    case "integer":
    case "object":
      return `an ${inferred.type}`;
    default:
      return `a ${inferred.type}`;
  }
}

/** Whether the evaluator refuses two parts before it has their values. */
export function clash(a: Inferred, b: Inferred): boolean {
  if (!a.fixed || !b.fixed || a.type === "any" || b.type === "any") return false;
  return a.type !== b.type || (a.item !== undefined && b.item !== undefined && a.item !== b.item);
}

/** The type of a list's items as the evaluator sees it; undefined where it's open. */
export function fixedType(inferred: Inferred): string | undefined {
  if (!inferred.fixed || inferred.type === "any") return undefined;
  if (inferred.type !== "list") return inferred.type;
  return inferred.item && `list of ${inferred.item}`;
}
