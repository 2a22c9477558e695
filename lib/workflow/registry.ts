/**
 * Every rule there is, in one ordered list: rules on the text, on the source's shape, on the graph.
 * @module
 */

import { TEXT_RULES } from "../skill/text_rules.ts";
import type { Rule } from "./rule.ts";
import { GRAPH_RULES } from "./rules/mod.ts";
import { SOURCE_RULES } from "./source_rules.ts";

/** The rules; each code once. */
export const RULES: readonly Rule[] = Object.freeze([...TEXT_RULES, ...SOURCE_RULES, ...GRAPH_RULES]);

/**
 * The rule of a code; undefined where there is none.
 *
 * @example
 * ```ts
 * import { ruleOf } from "./registry.ts";
 * console.assert(ruleOf("unknown-target")?.severity === "error");
 * ```
 */
export function ruleOf(code: string): Rule | undefined {
  return RULES.find((rule) => rule.code === code);
}
