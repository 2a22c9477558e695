/**
 * Patterns that authors write: RE2, whose matching takes linear time. Source: spec "Step", key `require`.
 * @module
 */

import { RE2JS } from "re2js";
import { LIMITS } from "../../limits.ts";

const CACHE_SIZE = 200;
const cache = new Map<string, RE2JS | string>();

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

/** Whether a pattern is found in a line; a pattern that can't be used is found nowhere. */
export function isFoundIn(pattern: string, line: string): boolean {
  const compiled = compilePattern(pattern);
  return typeof compiled !== "string" && compiled.test(line);
}

/** The compiled pattern, or what is wrong with it. */
export function compilePattern(pattern: string): RE2JS | string {
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

function compile(pattern: string): RE2JS | string {
  if (pattern === "") return "Pattern is empty; wanted an RE2 pattern such as ^DONE$";
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace("error parsing regexp: ", "");
    const perl = /\(\?[=!<]|\\[1-9]/.test(pattern) ? "; RE2 has no look-around and no back references" : "";
    return `Pattern ${JSON.stringify(pattern)} can't be read: ${reason.replaceAll("`", '"')}${perl}`;
  }
}
