/**
 * Comparisons whose outcome no variable can change: a value outside an enum, a count below its least value.
 * @module
 */

import type { Json } from "../../json.ts";
import type { Inferred } from "./inferred.ts";

/** An outcome, and why it is certain. */
export interface Verdict {
  truth: boolean;
  why: string;
}

/** `value == literal`, or `!=` where `equal` is false. */
export function decideEquality(value: Inferred, { literal }: Inferred, equal: boolean): Verdict | undefined {
  if (literal === undefined || literal === null) return undefined;
  const variable = value.variable;
  if (variable?.enum && !variable.enum.includes(literal)) {
    return { truth: !equal, why: `"${variable.name}" is one of ${listValues(variable.enum)}` };
  }
  if (typeof literal !== "number") return undefined;
  if (value.type === "integer" && !value.literal && !Number.isInteger(literal)) {
    return { truth: !equal, why: `an integer is never ${literal}` };
  }
  return value.least !== undefined && literal < value.least ? { truth: !equal, why: atLeast(value) } : undefined;
}

/** `value op literal` of a count. */
export function decideOrder(value: Inferred, { literal }: Inferred, op: string): Verdict | undefined {
  const least = value.least;
  if (least === undefined || typeof literal !== "number") return undefined;
  if ((op === ">=" && literal <= least) || (op === ">" && literal < least)) return { truth: true, why: atLeast(value) };
  if ((op === "<" && literal <= least) || (op === "<=" && literal < least)) {
    return { truth: false, why: atLeast(value) };
  }
  return undefined;
}

/** `value in [items]`. */
export function decideMembership(value: Inferred, items: Inferred[]): Verdict | undefined {
  if (items.length === 0) return { truth: false, why: "the list is empty" };
  const possible = value.variable?.enum;
  if (!possible || items.some((item) => item.literal === undefined)) return undefined;
  const listed: (Json | undefined)[] = items.map((item) => item.literal);
  const mayBeNull = !value.variable!.required;
  const why = `"${value.variable!.name}" is one of ${listValues(possible)}`;
  if (!possible.some((one) => listed.includes(one)) && !(mayBeNull && listed.includes(null))) {
    return { truth: false, why };
  }
  return possible.every((one) => listed.includes(one)) && !mayBeNull ? { truth: true, why } : undefined;
}

/** The comparison read from right to left. */
export function flip(op: string): string {
  return op.startsWith("<") ? op.replace("<", ">") : op.replace(">", "<");
}

/** Values for a message, at most eight. */
export function listValues(values: Json[]): string {
  const shown = values.slice(0, 8).map((value) => JSON.stringify(value)).join(", ");
  return values.length > 8 ? `${shown} and ${values.length - 8} more` : shown;
}

function atLeast(value: Inferred): string {
  return `it's at least ${value.least}`;
}
