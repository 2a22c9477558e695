/**
 * Reading a condition's text.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { findRefused, parseText } from "./compile.ts";
import { findForeignSpellings } from "./foreign_spelling.ts";
import type { Problem } from "./problem.ts";
import { refusalProblem, syntaxProblem } from "./refusals.ts";
import { tokenize } from "./tokens.ts";

/** A condition's syntax tree, or what is wrong with its text. */
export interface ParsedCondition {
  text: string;
  /** Present where there are no problems. Its nodes carry offsets of the text. */
  ast?: ASTNode;
  problems: readonly Problem[];
}

const CACHE_SIZE = 1_000;
const cache = new Map<string, ParsedCondition>();

/**
 * Reads a condition's text; the same text gives the same object. Never throws. Names and types aren't looked at:
 * `checkCondition` does that.
 *
 * @example
 * ```ts
 * import { parseCondition } from "./mod.ts";
 * console.assert(parseCondition("context.n > 1").ast?.op === ">");
 * ```
 */
export function parseCondition(text: string): ParsedCondition {
  let parsed = cache.get(text);
  if (parsed) return parsed;
  parsed = parse(text);
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
  cache.set(text, parsed);
  return parsed;
}

function parse(text: string): ParsedCondition {
  const parsed = parseText(text);
  if ("ast" in parsed) {
    const refused = findRefused(parsed.ast).filter(({ node }) => node?.op !== "id").map(refusalProblem);
    return refused.length > 0 ? { text, problems: refused } : { text, ast: parsed.ast, problems: [] };
  }
  const spellings = findForeignSpellings(text, tokenize(text)).map(({ problem }) => problem);
  return { text, problems: spellings.length > 0 ? spellings : [syntaxProblem(text, parsed.fault)] };
}
