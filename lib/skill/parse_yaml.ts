/**
 * The YAML library behind bounds: a hostile text can't make it take long, go deep or complain without end.
 * Source: spec "Front matter" (size, depth, alias and node counts are bounded).
 * @module
 */

import { Composer, type CST, type Document, type ErrorCode, Lexer, type ParsedNode, Parser } from "yaml";
import { LIMITS } from "../limits.ts";

/** Something that YAML can't read. Offsets count in the text. */
export interface YamlProblem {
  /** The library's code, or one of ours: a bracket or quote that is never closed (up to where that shows), a bound. */
  code: ErrorCode | "UNCLOSED" | "TOO_LARGE";
  message: string;
  start: number;
  end: number;
}

/** The only document of a text, and what is wrong with it. */
export interface ParsedYaml {
  contents?: ParsedNode;
  problems: YamlProblem[];
}

/** More complaints than anybody reads; each costs a stack trace. */
const PROBLEMS_MAX = 100;

/** The parser's stack holds the document and a few helpers besides the nesting. */
const STACK_MAX = 2 * LIMITS.depth + 8;

/** A key, its colon and its value are three tokens for two nodes, an item and its dash two for one; a few have a tag besides. */
const TOKENS_PER_NODE = 3;

const OPTIONS = {
  strict: true,
  stringKeys: true,
  // The library compares each key with all before it; ours are compared by a map.
  uniqueKeys: false,
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  logLevel: "silent",
} as const;

/** Marks among the lexical tokens: a plain or block scalar's text comes next; a bracket's content broke off. */
const SCALAR_FOLLOWS = "\x1f";
const FLOW_BROKEN_OFF = "\x18";

class Stop extends Error {}

/**
 * Parses a text that holds one YAML document (core schema, all keys texts). Duplicate keys and aliases are left to the
 * caller. Never throws.
 *
 * @example
 * ```ts
 * import { parseYaml } from "./parse_yaml.ts";
 * console.assert(parseYaml("a: [b").problems[0].code === "UNCLOSED");
 * ```
 */
export function parseYaml(text: string): ParsedYaml {
  const problems: YamlProblem[] = [];
  const add = (code: YamlProblem["code"], message: string, start: number, end: number) => {
    if (problems.length >= PROBLEMS_MAX) throw new Stop();
    problems.push({ code, message, start: Math.min(start, text.length), end: Math.min(end, text.length) });
  };
  const unclosed = new UnclosedFinder();
  let contents: ParsedNode | undefined;
  try {
    const [first, second] = documentsOf(text, unclosed, add);
    contents = first?.contents ?? undefined;
    for (const { code, message, pos } of first?.errors ?? []) add(code, message, pos[0], pos[1]);
    if (second) add("MULTIPLE_DOCS", "A second YAML document begins here", second.range[0], second.range[0]);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  problems.sort((a, b) => a.start - b.start);
  return { ...(contents ? { contents } : {}), problems: unclosed.into(problems, text.length) };
}

type AddProblem = (code: YamlProblem["code"], message: string, start: number, end: number) => void;

/** Feeds the library token by token, so that a bound stops it in time. */
function documentsOf(text: string, unclosed: UnclosedFinder, add: AddProblem): Document.Parsed[] {
  const documents: Document.Parsed[] = [];
  const parser = new Parser();
  const composer = new Composer(OPTIONS);
  takeComplaints(composer, add);
  const take = (tokens: Iterable<CST.Token>) => {
    for (const token of tokens) {
      if (token.type === "error") {
        add("UNEXPECTED_TOKEN", token.message, token.offset, token.offset + token.source.length);
      } else documents.push(...composer.next(token));
    }
  };
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = parser;
    unclosed.see(lexeme, offset);
    if (isContent(lexeme) && ++count > LIMITS.yamlNodes * TOKENS_PER_NODE) {
      add("TOO_LARGE", `YAML has more than ${LIMITS.yamlNodes} nodes`, offset, offset);
      throw new Stop();
    }
    take(parser.next(lexeme));
    if (parser.stack.length > STACK_MAX) {
      add("TOO_LARGE", `YAML is nested deeper than ${LIMITS.depth}`, offset, offset);
      throw new Stop();
    }
  }
  take(parser.end());
  documents.push(...composer.end());
  return documents;
}

/**
 * Every complaint of the composer goes through one field that its types call private. Stopping there is what keeps a
 * megabyte of commas from a minute's work; a test holds us to it when the library changes.
 */
function takeComplaints(composer: Composer, add: AddProblem): void {
  type Place = number | [start: number, end: number, ...rest: number[]] | { offset: number; source: string };
  const inner = composer as unknown as { onError: (place: Place, code: ErrorCode, message: string) => void };
  inner.onError = (place, code, message) => {
    if (typeof place === "number") add(code, message, place, place + 1);
    else if (Array.isArray(place)) add(code, message, place[0], place[1]);
    else add(code, message, place.offset, place.offset + (place.source?.length ?? 1));
  };
}

/** Neither a blank, a line end, a comment, nor one of the lexer's own marks. */
function isContent(lexeme: string): boolean {
  const unit = lexeme.charCodeAt(0);
  return unit > 32 && unit !== 35;
}

/** Watches the lexical tokens for brackets and quotes that are never closed: where they open is what an author wants to know. */
class UnclosedFinder {
  #open: { bracket: string; offset: number }[] = [];
  #inScalar = false;
  #found: YamlProblem | undefined;

  see(lexeme: string, offset: number): void {
    const first = lexeme[0];
    const inScalar = this.#inScalar;
    this.#inScalar = lexeme === SCALAR_FOLLOWS;
    if (inScalar) return;
    if (first === "[" || first === "{") this.#open.push({ bracket: first, offset });
    else if (first === (this.#open.at(-1)?.bracket === "[" ? "]" : "}")) this.#open.pop();
    else if (lexeme === FLOW_BROKEN_OFF) this.#report(offset);
    else if ((first === '"' || first === "'") && !isClosed(lexeme)) {
      this.#add(offset, offset + lexeme.length, `Quote ${first} opened here is never closed`);
    }
  }

  /** The problems, with the unclosed one in the place of all that follow from it. */
  into(problems: YamlProblem[], end: number): YamlProblem[] {
    this.#report(end);
    const found = this.#found;
    if (found === undefined) return problems;
    return [...problems.filter((problem) => problem.start < found.start), found];
  }

  #report(end: number): void {
    const last = this.#open.at(-1);
    this.#open = [];
    if (last === undefined) return;
    const what = last.bracket === "[" ? "List" : "Mapping";
    this.#add(last.offset, end, `${what} opened here with ${last.bracket} is never closed`);
  }

  #add(start: number, end: number, message: string): void {
    this.#found ??= { code: "UNCLOSED", message, start, end };
  }
}

/** Whether a quoted scalar ends with its quote, and not with an escaped one at the end of the text. */
function isClosed(lexeme: string): boolean {
  const quote = lexeme[0];
  const escape = quote === "'" ? "'" : "\\";
  if (lexeme.length < 2 || !lexeme.endsWith(quote)) return false;
  let from = lexeme.length - 1;
  while (from > 1 && lexeme[from - 1] === escape) from--;
  return (lexeme.length - 1 - from) % 2 === 0;
}
