/**
 * Whether the conditions of a step leave a case open. Source: spec rule `missing-default`.
 * @module
 */

import { parseCondition } from "../condition/mod.ts";
import type { Variable } from "../workflow.ts";
import { type Case, casesOf, describeCase, describeOrder } from "./domain.ts";
import { FormulaReader } from "./formula.ts";

/** Combinations of cases that are tried; more than a person could mean. */
const COMBINATIONS = 4_096;

/** How many of a case's terms are named. */
const NAMED = 3;

/**
 * A case in which none of the conditions is true, in words; an empty text where there may be one that isn't found in
 * bounded time; undefined where it's proved that one of them is always true (or can't be evaluated, which stops the run and
 * says so). Wants conditions without errors of syntax.
 *
 * Proved are `true`; `x` and `!x`; comparisons that leave no gap (`==`/`!=`, `<`/`>=`, `<`/`==`/`>`, whole numbers side by
 * side); every value of an enum or a boolean, `null` included where the variable may be unset; and whatever follows from
 * these by `&&`, `||`, `!`, `?:` and `in`.
 *
 * @example
 * ```ts
 * import { findUncovered } from "./find_uncovered.ts";
 * console.assert(findUncovered(["size(output) > 0", "size(output) == 0"], {}) === undefined);
 * console.assert(findUncovered(["cycle_number > 3", "cycle_number < 3"], {}) === "cycle_number is 3");
 * ```
 */
export function findUncovered(conditions: readonly string[], variables: Record<string, Variable>): string | undefined {
  const reader = new FormulaReader(variables);
  const asts = conditions.map((text) => parseCondition(text).ast);
  if (asts.includes(undefined)) return "";
  const formulas = asts.map((ast) => reader.read(ast!));
  const terms = [...reader.terms].map(([name, term]) => ({
    name,
    facts: term.facts,
    pair: term.pair,
    cases: casesOf(term.facts, term.literals),
  }));
  const count = terms.reduce((product, { cases }) => product * cases.length, 1);
  if (count > COMBINATIONS) return "";

  for (let number = 0; number < count; number++) {
    let rest = number;
    const chosen = new Map<string, Case>();
    for (const { name, cases } of terms) {
      chosen.set(name, cases[rest % cases.length]);
      rest = Math.floor(rest / cases.length);
    }
    if (formulas.some((formula) => formula((term) => chosen.get(term)!) !== false)) continue;
    const parts = terms.slice(0, NAMED).map(({ name, facts, pair }) =>
      pair ? describeOrder(pair, chosen.get(name)!) : describeCase(name, facts, chosen.get(name)!)
    );
    return parts.join(" and ") + (terms.length > NAMED ? " and so on" : "");
  }
  return undefined;
}
