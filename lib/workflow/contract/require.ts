/**
 * The contract on a deliverable's text. Source: spec "Step", key `require`.
 * @module
 */

import { LIMITS } from "../../limits.ts";
import { containsSentinel } from "../sentinel.ts";
import type { Require } from "../workflow.ts";
import { isFoundIn } from "./match_pattern.ts";
import type { PatternProgram } from "./pattern_program.ts";

/**
 * What a text lacks of its contract: rule, wanted, actual, one line each; empty where it's met.
 *
 * The last line is the last one that isn't blank, without the blanks around it. A longer one than the limit on what
 * patterns look at doesn't meet any pattern: matching a part of it could find an end that isn't there.
 *
 * @example
 * ```ts
 * import { checkRequire } from "./mod.ts";
 * const start = { line: 1, column: 1, offset: 0 };
 * const require = { nonEmpty: true, ranges: {}, range: { start, end: start } };
 * console.assert(checkRequire(require, " ").length === 1);
 * ```
 */
export function checkRequire(require: Require, text: string): string[] {
  const problems: string[] = [];
  if (require.nonEmpty && text.trim() === "") problems.push("non_empty: wanted some text, got none");
  for (const part of require.contains ?? []) {
    if (text.includes(part)) continue;
    const cased = text.toLowerCase().includes(part.toLowerCase()) ? ", which it has only in other letters" : "";
    problems.push(`contains: wanted ${JSON.stringify(part)}${cased}, got ${excerpt(text)}`);
  }
  if (require.until !== undefined && !containsSentinel(text, require.until)) {
    problems.push(`until: wanted the word ${JSON.stringify(require.until)}, got ${excerpt(text)}`);
  }
  if (require.lastLineRegex !== undefined) {
    problems.push(...checkLastLine(require.lastLineRegex, require.lastLineProgram, text));
  }
  return problems;
}

/**
 * The contract in words, one line for each check.
 *
 * @example
 * ```ts
 * import { describeRequire } from "./mod.ts";
 * const start = { line: 1, column: 1, offset: 0 };
 * const require = { until: "DONE", ranges: {}, range: { start, end: start } };
 * console.assert(describeRequire(require)[0] === 'has the word "DONE"');
 * ```
 */
export function describeRequire(require: Require): string[] {
  const lines: string[] = [];
  if (require.nonEmpty) lines.push("isn't empty");
  for (const part of require.contains ?? []) lines.push(`contains ${JSON.stringify(part)}`);
  if (require.until !== undefined) lines.push(`has the word ${JSON.stringify(require.until)}`);
  if (require.lastLineRegex !== undefined) lines.push(`has a last line that matches ${require.lastLineRegex}`);
  return lines;
}

function checkLastLine(pattern: string, program: PatternProgram | undefined, text: string): string[] {
  const line = lastLine(text);
  const wanted = `last_line_regex: wanted a last line that matches ${pattern}`;
  if (line.length > LIMITS.patternInput) {
    return [`${wanted} and has at most ${LIMITS.patternInput} characters, got one of ${line.length}`];
  }
  if (program === undefined) return [`last_line_regex: pattern ${pattern} can't be used`];
  return isFoundIn(program, line)
    ? []
    : [`${wanted}, got ${line === "" ? "no line" : JSON.stringify(line.slice(0, 200))}`];
}

/** The last line that isn't blank. */
function lastLine(text: string): string {
  const trimmed = text.trimEnd();
  const cut = Math.max(trimmed.lastIndexOf("\n"), trimmed.lastIndexOf("\r"));
  return trimmed.slice(cut + 1).trim();
}

function excerpt(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "no text";
  return JSON.stringify(trimmed.length > 80 ? `${trimmed.slice(0, 80)}…` : trimmed);
}
