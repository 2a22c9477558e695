/**
 * The cases that the conditions of a step tell apart: for each term that they ask about, its possible values, as few as
 * make a difference.
 * @module
 */

import type { Json } from "../../json.ts";

/** A literal of a condition. */
export type Literal = string | number | boolean | null;

/** One case of a term. */
export type Case =
  | { kind: "value"; value: Literal }
  /** A number strictly between two bounds; null where there is none. */
  | { kind: "between"; low: number | null; high: number | null }
  /** Any value that isn't among the named ones. */
  | { kind: "other" };

/** What is known of a term before its values are looked at. */
export interface TermFacts {
  type: "string" | "integer" | "number" | "boolean" | "any";
  /** Declared values, where it has no others. */
  values?: readonly Json[];
  mayBeNull: boolean;
  /** The least value of a count. */
  least?: number;
}

/** The cases of a term that is compared with these literals. */
export function casesOf(facts: TermFacts, literals: ReadonlySet<Literal>): Case[] {
  const value = (one: Literal): Case => ({ kind: "value", value: one });
  const unset = facts.mayBeNull ? [value(null)] : [];
  if (facts.values !== undefined) return [...facts.values.map((one) => value(one as Literal)), ...unset];
  if (facts.type === "boolean") return [value(true), value(false), ...unset];
  const numbers = [...literals].filter((one) => typeof one === "number");
  if (facts.type === "integer" || facts.type === "number") return [...numberCases(facts, numbers), ...unset];
  return [
    ...(numbers.length > 0 ? numberCases(facts, numbers) : []),
    ...[...literals].filter((one) => one !== null && typeof one !== "number").map(value),
    { kind: "other" },
    ...unset,
  ];
}

/** Every named number and every gap beside them that holds a possible number. */
function numberCases(facts: TermFacts, named: number[]): Case[] {
  const whole = facts.type === "integer";
  const least = facts.least ?? null;
  const points = [...new Set(named)].filter((n) => (!whole || Number.isInteger(n)) && (least === null || n >= least))
    .sort((a, b) => a - b);
  const bounds: (number | null)[] = [least === null ? null : least - 1, ...points, null];
  const cases: Case[] = [];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const [low, high] = [bounds[i], bounds[i + 1]];
    if (!(whole && low !== null && high !== null && high - low <= 1)) cases.push({ kind: "between", low, high });
    if (high !== null) cases.push({ kind: "value", value: high });
  }
  return cases;
}

/** A case in words: `context.n is above 3`. */
export function describeCase(term: string, { type }: TermFacts, one: Case): string {
  if (one.kind === "other") return `${term} is something else`;
  if (one.kind === "value") return `${term} is ${one.value === null ? "unset" : JSON.stringify(one.value)}`;
  const { low, high } = one;
  if (type === "integer" && low !== null) return `${term} is ${low + 1}`;
  if (type === "integer" && high !== null) return `${term} is ${high - 1}`;
  if (low === null) return high === null ? `${term} is any number` : `${term} is below ${high}`;
  return high === null ? `${term} is above ${low}` : `${term} is between ${low} and ${high}`;
}

/** How two terms compare, in words: their order is a number against 0. */
export function describeOrder([left, right]: readonly [string, string], one: Case): string {
  if (one.kind !== "between") return `${left} equals ${right}`;
  return `${left} is ${one.high === 0 ? "less" : "more"} than ${right}`;
}
