/**
 * Everything wrong with a condition, at once, with places in the file.
 * @module
 */

import type { Position, Range } from "../../diagnostic.ts";
import { LIMITS } from "../../limits.ts";
import type { Finding } from "../rule.ts";
import type { Condition } from "../workflow.ts";
import { parseText } from "./compile.ts";
import { isRoot } from "./environment.ts";
import { findForeignSpellings, isField, mendSpellings } from "./foreign_spelling.ts";
import { type ConditionScope, Inference } from "./inference.ts";
import { type ConditionCode, type Problem, problemAt, writeInstead } from "./problem.ts";
import { syntaxProblem } from "./refusals.ts";
import { type Token, tokenize } from "./tokens.ts";

/** A finding, and the rule that it belongs to. */
export type ConditionFinding = Finding & { code: ConditionCode };

/**
 * Everything wrong with a condition: syntax, unknown names, types, constants, values that may be unset. Sorted by place;
 * never throws. Source: spec "Conditions (CEL)".
 *
 * @example
 * ```ts
 * import { checkCondition } from "./mod.ts";
 * const start = { line: 1, column: 1, offset: 0 };
 * const condition = { text: "True", range: { start, end: start }, at: start };
 * console.assert(checkCondition(condition, { variables: {}, steps: [] })[0].code === "expr-syntax");
 * ```
 */
export function checkCondition(condition: Condition, scope: ConditionScope): ConditionFinding[] {
  return findProblems(condition.text, scope, quoteFor(condition))
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((problem) => toFinding(problem, condition));
}

function findProblems(text: string, scope: ConditionScope, quote: string | undefined): Problem[] {
  if (text.length > LIMITS.condition) {
    const message = `Condition has ${text.length} characters; wanted at most ${LIMITS.condition}`;
    return [problemAt({ start: 0, end: text.length }, "expr-syntax", message)];
  }
  const tokens = tokenize(text);
  const spellings = findForeignSpellings(text, tokens);
  const problems = spellings.map((spelling) => spelling.problem);
  const mended = mendSpellings(text, spellings);
  if (mended === undefined) return [...problems, ...findLoneNames(tokens, scope)];
  const parsed = parseText(mended);
  if ("fault" in parsed) return [...problems, syntaxProblem(text, parsed.fault), ...findLoneNames(tokens, scope)];
  const inference = new Inference(text, parsed.ast, scope, quote);
  // What is inferred of a text that was mended by guessing isn't worth a warning.
  const certain = inference.problems.filter(({ code }) => code !== "constant-condition" && code !== "possibly-unset");
  if (spellings.length > 0) return [...problems, ...certain];
  return certain.some(({ code }) => code !== "possibly-unset")
    ? inference.problems.filter(({ code }) => code !== "constant-condition")
    : inference.problems;
}

/** Variables written without `context.`, where the text has no syntax tree to find them in. */
function findLoneNames(tokens: Token[], scope: ConditionScope): Problem[] {
  return tokens.flatMap((token, i) => {
    const lone = token.kind === "name" && !isField(tokens, i) && tokens[i + 1]?.text !== "(";
    if (!lone || isRoot(token.text) || !Object.hasOwn(scope.variables, token.text)) return [];
    const message = `Name "${token.text}" stands alone; a variable is read as "context.${token.text}"`;
    return [problemAt(token, "unknown-variable", message, { repair: writeInstead(token, `context.${token.text}`) })];
  });
}

function toFinding(problem: Problem, condition: Condition): ConditionFinding {
  const { code, message, help, repair } = problem;
  const finding: ConditionFinding = { code, message, range: placeOf(problem, condition) };
  if (help !== undefined) finding.help = help;
  if (repair === undefined) return finding;
  const { title, replacement } = repair;
  if (condition.at && canWrite(replacement.text, replacement.start, condition)) {
    finding.repair = { title, edits: [{ range: placeOf(replacement, condition), text: replacement.text }] };
  } else {
    const quotes = condition.at ? ", and put the whole condition in quotes" : "";
    finding.help ??= title + quotes;
  }
  return finding;
}

function placeOf({ start, end }: { start: number; end: number }, { at, range }: Condition): Range {
  if (!at) return range;
  const place = (offset: number): Position => ({
    line: at.line,
    column: at.column + offset,
    offset: at.offset + offset,
  });
  return { start: place(start), end: place(end) };
}

/** Whether a text may be put into the file as it is: a plain YAML scalar ends at `: ` and ` #` and starts with no mark. */
function canWrite(text: string, start: number, condition: Condition): boolean {
  if (!isPlain(condition)) return true;
  return !/: | #/.test(text) && !(start === 0 && /^[!&*|>%@`'"[{#?,-]/.test(text));
}

/** The quote that doesn't end the scalar which holds the condition. */
function quoteFor(condition: Condition): string | undefined {
  if (isPlain(condition)) return "'";
  return ["'", '"'].find((quote) => condition.text.includes(quote));
}

function isPlain({ at, range }: Condition): boolean {
  return at !== undefined && at.offset === range.start.offset;
}
