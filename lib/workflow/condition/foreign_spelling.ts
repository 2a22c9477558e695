/**
 * Spellings of other languages, found among the tokens: they're explained also where the text doesn't parse.
 * @module
 */

import { type Problem, problemAt, type Replacement } from "./problem.ts";
import type { Token } from "./tokens.ts";

/** A problem, and a text of the same length that reads as it was meant; undefined where there's none. */
export interface Spelling {
  problem: Problem;
  mend?: Replacement;
}

/** Words that conditions spell otherwise. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["and", "&&"],
  ["AND", "&&"],
  ["or", "||"],
  ["OR", "||"],
  ["not", "!"],
  ["NOT", "!"],
  ["is", "=="],
  ["None", "null"],
  ["nil", "null"],
  ["undefined", "null"],
  ["NULL", "null"],
  ["Null", "null"],
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
]);

const BRANCHES = new Set(["if", "else", "elif", "elsif", "then", "unless"]);

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["=", "=="],
  ["===", "=="],
  [":=", "=="],
  ["!==", "!="],
  ["<>", "!="],
  ["≠", "!="],
  ["=>", ">="],
  ["≤", "<="],
  ["≥", ">="],
  ["&", "&&"],
  ["∧", "&&"],
  ["|", "||"],
  ["∨", "||"],
  ["“", '"'],
  ["”", '"'],
  ["„", '"'],
  ["‘", "'"],
  ["’", "'"],
  ["\u00a0", " "],
]);

const UNAVAILABLE: ReadonlyMap<string, string> = new Map([
  ["{{", "Conditions read values by name; write context.name without braces"],
  ["${", "Conditions read values by name; write context.name without braces"],
  ["??", '"??" isn\'t available; write "a != null ? a : b"'],
  ["?.", '"?." isn\'t available; ask with has() first, and write "."'],
  [".?", '".?" isn\'t available; ask with has() first, and write "."'],
  ["**", '"**" isn\'t available; multiply with "*"'],
  ["<<", '"<<" isn\'t available; multiply with "*"'],
  [">>", '">>" isn\'t available; divide with "/"'],
  ["~", '"~" isn\'t available; write "!" for not'],
  ["^", '"^" isn\'t available; write "!=" for one or the other'],
]);

/** The text with every spelling mended, all else in its place; undefined where one can't be mended. */
export function mendSpellings(text: string, spellings: Spelling[]): string | undefined {
  let mended = "";
  let from = 0;
  for (const { mend } of spellings) {
    if (!mend || mend.start < from) return undefined;
    mended += text.slice(from, mend.start) + mend.text;
    from = mend.end;
  }
  return mended + text.slice(from);
}

/** Every foreign spelling among the tokens of a text. */
export function findForeignSpellings(text: string, tokens: Token[]): Spelling[] {
  const found: Spelling[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const spelling = readPair(tokens, i) ?? readToken(text, tokens, i);
    if (!spelling) continue;
    found.push(spelling);
    while (i + 1 < tokens.length && tokens[i + 1].start < spelling.problem.end) i++;
  }
  return found;
}

function readPair(tokens: Token[], i: number): Spelling | undefined {
  const [first, second] = [tokens[i], tokens[i + 1]];
  if (!second || isField(tokens, i)) return undefined;
  const place = { start: first.start, end: second.end };
  if (first.text === "not" && second.text === "in") {
    return { problem: problemAt(place, "expr-syntax", 'Python\'s "not in" is written "!(a in b)" in conditions') };
  }
  if (first.text === "is" && second.text === "not") return replace(place, "is not", "!=");
  if (first.text === "$" && (second.text === "{" || second.text === "{{")) {
    return { problem: problemAt(place, "expr-syntax", UNAVAILABLE.get("${")!) };
  }
  return undefined;
}

function readToken(text: string, tokens: Token[], i: number): Spelling | undefined {
  const token = tokens[i];
  const unavailable = UNAVAILABLE.get(token.text);
  if (unavailable) return { problem: problemAt(token, "expr-syntax", unavailable) };
  if (token.kind === "name") return readName(tokens, i);
  if (token.kind === "string") return readString(token);
  if (token.kind === "comment") {
    const message = '"//" begins a comment, so the rest of the line is ignored; divide with "/"';
    return { problem: problemAt({ start: token.start, end: token.start + 2 }, "expr-syntax", message) };
  }
  const written = OPERATORS.get(token.text);
  if (written) return replace(widen(text, token, written.length), token.text, written, token);
  return token.kind === "other"
    ? { problem: problemAt(token, "expr-syntax", `Unexpected ${JSON.stringify(token.text)}`) }
    : undefined;
}

function readName(tokens: Token[], i: number): Spelling | undefined {
  const token = tokens[i];
  if (!/^\w+$/.test(token.text)) {
    const message = `Name "${token.text}" has letters other than a to z; write names with a to z, digits and "_"`;
    return { problem: problemAt(token, "expr-syntax", message) };
  }
  if (isField(tokens, i)) return undefined;
  if (BRANCHES.has(token.text)) {
    const message = `"${token.text}" isn't available; write "a ? b : c" for a value, one transition for each branch`;
    return { problem: problemAt(token, "expr-syntax", message) };
  }
  const written = WORDS.get(token.text);
  if (!written) return undefined;
  const spelling = replace(token, token.text, written);
  return written === "!" && !negatesWholeOperand(tokens, i + 1)
    ? { problem: withoutRepair(spelling.problem) }
    : spelling;
}

function readString({ text, start, end }: Token): Spelling | undefined {
  const quote = text.search(/["']/);
  const prefix = text.slice(0, quote);
  const mark = text.slice(quote);
  const closed = mark.length > 1 && mark.endsWith(mark[0]) && !mark.slice(1, -1).endsWith("\\");
  if (!closed) {
    return {
      problem: problemAt({ start, end }, "expr-syntax", `Text ${text.slice(0, 40)} has no closing quote`, {
        help: `Write ${mark[0] === '"' ? "a double quote" : "a single quote"} behind it, as before it`,
      }),
    };
  }
  if (/^[fFuU]$/.test(prefix)) {
    const message = `Text with "${prefix}" before its quote isn't available; join texts with "+"`;
    return { problem: problemAt({ start, end }, "expr-syntax", message) };
  }
  return undefined;
}

/**
 * Python's `not a == b` is `!(a == b)`, and `!a == b` isn't: putting `!` in the place of `not` is right only before one
 * chain of names, or one pair of parentheses, that makes up the whole operand.
 */
function negatesWholeOperand(tokens: Token[], from: number): boolean {
  let i = from;
  if (tokens[i]?.text === "(") {
    for (let depth = 0; i < tokens.length; i++) {
      if (tokens[i].text === "(") depth++;
      else if (tokens[i].text === ")" && --depth === 0) break;
    }
  } else if (tokens[i]?.kind === "name") {
    while (tokens[i + 1]?.text === "." && tokens[i + 2]?.kind === "name") i += 2;
  } else {
    return false;
  }
  const next = tokens[i + 1];
  return next === undefined || ["and", "or", "AND", "OR", "&&", "||", ")"].includes(next.text);
}

/** Takes a blank beside a short operator into its place, so that a longer one fits. */
function widen(text: string, token: Token, length: number): { start: number; end: number } {
  let { start, end } = token;
  if (end - start < length && text[end] === " ") end++;
  if (end - start < length && text[start - 1] === " ") start--;
  return { start, end };
}

function replace(
  room: { start: number; end: number },
  found: string,
  written: string,
  place: { start: number; end: number } = room,
): Spelling {
  const shown = written === '"' ? "'\"'" : `"${written}"`;
  const title = `Write ${shown}`;
  const message = found === "\u00a0"
    ? "No-break space; write a plain blank"
    : `"${found}" is written ${shown} in conditions`;
  const problem = problemAt(place, "expr-syntax", message, {
    repair: { title, replacement: { start: place.start, end: place.end, text: written } },
  });
  const length = room.end - room.start;
  return { problem, mend: written.length <= length ? { ...room, text: written.padEnd(length) } : undefined };
}

function withoutRepair(problem: Problem): Problem {
  const { repair: _, ...rest } = problem;
  return rest;
}

/** Whether a token is the name of a field. */
export function isField(tokens: Token[], i: number): boolean {
  return [".", "?.", ".?"].includes(tokens[i - 1]?.text);
}
