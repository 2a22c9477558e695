/**
 * Reads the one-line notation of `notation.ts` into statements; knows nothing of workflows.
 * @module
 */

import type { Position, Range } from "../lib/diagnostic.ts";
import type { Json } from "../lib/json.ts";

/** What stands after a target. */
export interface Mark {
  kind: "next" | "condition" | "branch" | "choice" | "default" | "approval" | "exhausted";
  text?: string;
  range: Range;
}

/** One arrow. */
export interface Arrow {
  target: string;
  range: Range;
  mark: Mark;
}

/** One value of an attribute, with its place. */
export interface AttributeValue {
  value: Json;
  range: Range;
}

/** One attribute in a step's parentheses; a bare word has no values. */
export interface Attribute {
  name: string;
  range: Range;
  values: AttributeValue[];
}

/** A mention of a step on the left of an arrow, with everything said about it there. */
export interface StepStatement {
  id: string;
  range: Range;
  attributes: Attribute[];
  arrows: Arrow[];
  children: { id: string; range: Range; unknown: boolean }[];
}

/** `$name: type! = default in [values]`. */
export interface VariableStatement {
  name: string;
  range: Range;
  type: string;
  required: boolean;
  default?: Json;
  enum?: Json[];
}

/** Everything that a text in the notation says. */
export interface Statements {
  steps: StepStatement[];
  variables: VariableStatement[];
}

const NAME = /[A-Za-z0-9_][A-Za-z0-9_.]*(?:-(?!>)[A-Za-z0-9_.-]*)?/y;
const BARE = /[^\s,;()|"]+/y;

/** Reads a whole text; throws a `SyntaxError` that shows where it doesn't parse. */
export function readNotation(text: string): Statements {
  const statements: Statements = { steps: [], variables: [] };
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map((m) => m.index + 1)];
  let at = 0;

  const position = (offset: number): Position => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - lineStarts[line] + 1, offset };
  };
  const rangeFrom = (start: number): Range => ({ start: position(start), end: position(at) });
  const fail = (wanted: string): never => {
    throw new SyntaxError(`Notation: ${wanted} wanted at ${at}: ${JSON.stringify(text.slice(at, at + 30))}`);
  };
  const blanks = (pattern = /[ \t]*/y) => void take(pattern);
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    at += match[0].length;
    return match[0];
  };
  const sees = (token: string): boolean => {
    blanks();
    if (!text.startsWith(token, at)) return false;
    at += token.length;
    return true;
  };
  const name = (): string => {
    blanks();
    return take(NAME) ?? fail("a name");
  };

  /** JSON where it begins like JSON (`"`, `[`, `{`), else a bare word: a number, true, false, null or itself. */
  const value = (): Json => {
    blanks();
    const start = at;
    if (text[at] === '"' || text[at] === "[" || text[at] === "{") {
      let depth = 0;
      do {
        if (text[at] === '"') take(/"(?:[^"\\]|\\.)*"/y) ?? fail("the end of a text");
        else {
          if (text[at] === "[" || text[at] === "{") depth++;
          if (text[at] === "]" || text[at] === "}") depth--;
          at++;
        }
      } while (depth > 0 && at < text.length);
      return JSON.parse(text.slice(start, at));
    }
    const word = take(BARE) ?? fail("a value");
    return /^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(word) ? JSON.parse(word) : word;
  };

  const attributes = (): Attribute[] => {
    const list: Attribute[] = [];
    if (text[at] !== "(") return list;
    at++;
    do {
      blanks(/\s*/y);
      const start = at;
      const attribute: Attribute = {
        name: take(/[a-z_.]+/y) ?? fail("an attribute"),
        range: rangeFrom(start),
        values: [],
      };
      if (sees("=")) {
        do {
          blanks();
          const valueStart = at;
          attribute.values.push({ value: value(), range: rangeFrom(valueStart) });
        } while (sees("|"));
      }
      list.push(attribute);
      blanks(/\s*/y);
    } while (sees(","));
    return sees(")") ? list : fail('")"');
  };

  const mark = (): Mark => {
    blanks();
    const start = at;
    if (text[at] === "[") {
      at++;
      const from = at;
      let depth = 1;
      for (; at < text.length && depth > 0; at++) {
        if (text[at] === "[") depth++;
        if (text[at] === "]") depth--;
      }
      const inner = { start: position(from), end: position(at - 1) };
      return { kind: "condition", text: text.slice(from, at - 1), range: inner };
    }
    if (text[at] === '"') return { kind: "branch", text: String(value()), range: rangeFrom(start) };
    if (sees("?")) return { kind: "choice", range: rangeFrom(start) };
    if (sees(":")) return { kind: "approval", text: String(value()), range: rangeFrom(start) };
    if (take(/default\b/y)) return { kind: "default", range: rangeFrom(start) };
    if (take(/exhausted\b/y)) return { kind: "exhausted", range: rangeFrom(start) };
    return { kind: "next", range: rangeFrom(start) };
  };

  const stepStatement = (): void => {
    blanks();
    const start = at;
    let current: StepStatement = {
      id: name(),
      range: rangeFrom(start),
      attributes: attributes(),
      arrows: [],
      children: [],
    };
    statements.steps.push(current);
    if (sees("=>")) {
      do {
        const unknown = sees("!");
        blanks();
        const childStart = at;
        const child = { id: name(), range: rangeFrom(childStart), unknown };
        current.children.push(child);
        const own = attributes();
        if (own.length > 0) {
          statements.steps.push({ id: child.id, range: child.range, attributes: own, arrows: [], children: [] });
        }
      } while (sees("&"));
    }
    while (sees("->")) {
      let last: StepStatement | undefined;
      do {
        blanks();
        const targetStart = at;
        const target = name();
        const range = rangeFrom(targetStart);
        last = { id: target, range, attributes: attributes(), arrows: [], children: [] };
        current.arrows.push({ target, range, mark: mark() });
        if (last.attributes.length > 0) statements.steps.push(last);
      } while (sees(","));
      current = last;
      blanks();
      if (text.startsWith("->", at) && !statements.steps.includes(current)) statements.steps.push(current);
    }
  };

  const variableStatement = (): void => {
    const start = at - 1;
    const variable: VariableStatement = { name: name(), range: rangeFrom(start), type: "", required: false };
    if (!sees(":")) fail('":"');
    variable.type = name();
    variable.required = sees("!");
    if (sees("=")) variable.default = value();
    if (sees("in ")) variable.enum = value() as Json[];
    statements.variables.push(variable);
  };

  for (;;) {
    blanks(/[\s;]*/y);
    if (at >= text.length) return statements;
    if (sees("$")) variableStatement();
    else stepStatement();
    blanks();
    if (at < text.length && text[at] !== ";" && text[at] !== "\n") fail('";" or the end of the line');
  }
}
