/**
 * Patterns that authors write: RE2, whose matching takes linear time. Source: spec "Step", key `require`.
 * @module
 */

import { LIMITS } from "../../limits.ts";
import type { PatternInstruction, PatternProgram } from "./pattern_program.ts";
import { type PatternNode, PatternSyntaxError, readPattern } from "./read_pattern.ts";

/** How many instructions a program may have: it's walked once for each character of a line. */
const INSTRUCTIONS = 3_000;
const CACHE_SIZE = 200;
const cache = new Map<string, PatternProgram | string>();

/**
 * What is wrong with a pattern; undefined where it can be used.
 *
 * @example
 * ```ts
 * import { findPatternProblem } from "./mod.ts";
 * console.assert(findPatternProblem("^VERDICT: (PASS|FAIL)$") === undefined);
 * ```
 */
export function findPatternProblem(pattern: string): string | undefined {
  const compiled = compilePattern(pattern);
  return typeof compiled === "string" ? compiled : undefined;
}

/**
 * The program of a pattern, or what is wrong with it. The same pattern gives the same object.
 *
 * @example
 * ```ts
 * import { compilePattern } from "./mod.ts";
 * console.assert(typeof compilePattern("^DONE$") === "object" && typeof compilePattern("(") === "string");
 * ```
 */
export function compilePattern(pattern: string): PatternProgram | string {
  if (pattern.length > LIMITS.pattern) {
    return `Pattern has ${pattern.length} characters; wanted at most ${LIMITS.pattern}`;
  }
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const compiled = compile(pattern);
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
  cache.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): PatternProgram | string {
  if (pattern === "") return "Pattern is empty; wanted an RE2 pattern such as ^DONE$";
  let tree: PatternNode;
  try {
    tree = readPattern(pattern);
  } catch (error) {
    if (!(error instanceof PatternSyntaxError)) throw error;
    const perl = /\(\?<?[=!]|\\[1-9]/.test(pattern) ? "; RE2 has no look-around and no back references" : "";
    return `Pattern ${JSON.stringify(pattern)} can't be read: ${error.message}${perl}`;
  }
  const size = sizeOf(tree) + 1;
  if (size > INSTRUCTIONS) return `Pattern is too large: ${size} instructions; wanted at most ${INSTRUCTIONS}`;
  return assemble(tree);
}

/** How many instructions a tree unfolds into. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "read":
    case "assert":
      return 1;
    case "repeat": {
      const { least, most } = node;
      const inner = sizeOf(node.part);
      return most < 0 ? Math.max(least, 1) * inner + 1 : most * inner + most - least;
    }
    default:
      return node.parts.reduce((sum, part) => sum + sizeOf(part), node.kind === "choice" ? node.parts.length - 1 : 0);
  }
}

/** Thompson's construction, from the end to the start: every piece is told which instruction follows it. */
function assemble(tree: PatternNode): PatternProgram {
  const instructions: PatternInstruction[] = [["match"]];
  const sets: number[][] = [];
  const places = new Map<string, number>();
  const add = (instruction: PatternInstruction) => instructions.push(instruction) - 1;
  const setOf = (set: number[]): number => {
    const key = set.join();
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, sets.length);
    return sets.push(set) - 1;
  };
  /** Adds a split whose first way is a piece that comes back to the split. */
  const loop = (part: PatternNode, next: number): { split: number; inside: number } => {
    const split = add(["split", next, next]);
    const inside = put(part, split);
    instructions[split] = ["split", inside, next];
    return { split, inside };
  };
  const put = (node: PatternNode, next: number): number => {
    switch (node.kind) {
      case "read":
        return add(["read", next, setOf(node.set)]);
      case "assert":
        return add(["assert", next, node.conditions]);
      case "sequence":
        return node.parts.reduceRight((after, part) => put(part, after), next);
      case "choice":
        return node.parts.map((part) => put(part, next)).reduceRight((rest, first) => add(["split", first, rest]));
      case "repeat": {
        let after = next;
        let required = node.least;
        if (node.most < 0) {
          const { split, inside } = loop(node.part, next);
          after = required === 0 ? split : inside;
          required--;
        }
        for (let i = node.least; i < node.most; i++) after = add(["split", put(node.part, after), next]);
        for (let i = 0; i < required; i++) after = put(node.part, after);
        return after;
      }
    }
  };
  const start = put(tree, 0);
  return { start, instructions, sets };
}
