/**
 * From a condition's text to something that can be evaluated many times.
 * @module
 */

import { type ASTNode, ParseError } from "@marcbachmann/cel-js";
import { LIMITS } from "../../limits.ts";
import { childrenOf, isGet, pathOf } from "./access_path.ts";
import { ENVIRONMENT, isRoot } from "./environment.ts";
import { collectNeeds, type Needs } from "./needs.ts";

/** A place in a condition's text that can't be taken, from offset `start` to just before `end`. */
export interface Fault {
  start: number;
  end: number;
  /** What the reader of the text says, or that a part of CEL isn't available. */
  message: string;
  /** The part of CEL that isn't available, by its name. */
  refused?: string;
  /** The node of that part. */
  node?: ASTNode;
  /** The reader's own name of what is wrong. */
  code?: string;
}

/** A condition that can be evaluated. */
export interface Program {
  text: string;
  ast: ASTNode;
  needs: Needs;
  run: (names: Map<string, unknown>) => unknown;
}

/** A program, or why there is none. */
export type Compilation = { program: Program; faults?: undefined } | { program?: undefined; faults: Fault[] };

const CACHE_SIZE = 1_000;
const cache = new Map<string, Compilation>();

/** Compiles a condition, or gives what is wrong with its text; the same text gives the same object. Never throws. */
export function compileCondition(text: string): Compilation {
  const known = cache.get(text);
  if (known) return known;
  const compilation = compile(text);
  if (text.length > LIMITS.condition) return compilation;
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
  cache.set(text, compilation);
  return compilation;
}

function compile(text: string): Compilation {
  const parsed = parseText(text);
  if ("fault" in parsed) return { faults: [parsed.fault] };
  const faults = findRefused(parsed.ast);
  if (faults.length > 0) return { faults };
  return { program: { text, ast: parsed.ast, needs: collectNeeds(parsed.ast), run: parsed.run } };
}

/** The syntax tree of a text and its evaluation, or the first place that can't be read. Each call makes a fresh tree. */
export function parseText(text: string): { ast: ASTNode; run: Program["run"] } | { fault: Fault } {
  if (text.length > LIMITS.condition) {
    const message = `Condition has ${text.length} characters; wanted at most ${LIMITS.condition}`;
    return { fault: { start: 0, end: text.length, message } };
  }
  try {
    const run = ENVIRONMENT.parse(text);
    return { ast: run.ast, run };
  } catch (error) {
    const { start, end } = (error instanceof ParseError && error.range) || { start: 0, end: text.length };
    const fault = { start, end: Math.min(Math.max(end, start), text.length) };
    if (!(error instanceof ParseError)) return { fault: { ...fault, message: "Condition is nested too deep" } };
    return { fault: { ...fault, message: error.summary, code: error.code } };
  }
}

const OPERATORS = new Set(
  ["value", "id", ".", "[]", "call", "rcall", "list", "?:", "||", "&&", "!_", "-_", "!=", "==", "in", "+", "-", "*"]
    .concat(["/", "%", "<", "<=", ">", ">="]),
);
const METHODS = new Set(["size", "startsWith", "endsWith", "contains"]);

/** Everything in a syntax tree that CEL has and conditions don't. */
export function findRefused(ast: ASTNode): Fault[] {
  const faults: Fault[] = [];
  const refuse = (node: ASTNode, refused: string) =>
    faults.push({
      start: node.start,
      end: node.end,
      message: `"${refused}" isn't available in conditions`,
      refused,
      node,
    });
  const visit = (node: ASTNode): void => {
    const refused = refusedConstruct(node);
    if (refused) refuse(node, refused);
    // What stands inside a refused call is part of it: `x.all(i, i > 0)` says nothing useful about `i`.
    if (!refused || refused === "get") childrenOf(node).forEach(visit);
  };
  visit(ast);
  return faults;
}

function refusedConstruct(node: ASTNode): string | undefined {
  switch (node.op) {
    case "value":
      if (node.args instanceof Uint8Array) return "bytes";
      return typeof node.args === "object" && node.args !== null ? "unsigned" : undefined;
    case "id":
      return isRoot(node.args) ? undefined : node.args;
    case "call":
      if (node.args[0] === "has") return isField(node.args[1]) ? undefined : "has";
      return node.args[0] === "size" && node.args[1].length === 1 ? undefined : node.args[0];
    case "rcall":
      if (node.args[0] === "get") return isGet(node) ? undefined : "get";
      return METHODS.has(node.args[0]) ? undefined : node.args[0];
    default:
      return OPERATORS.has(node.op) ? undefined : node.op;
  }
}

function isField(args: ASTNode[]): boolean {
  if (args.length !== 1) return false;
  const path = args[0].op === "." || args[0].op === "[]" ? pathOf(args[0]) : undefined;
  return path !== undefined && chainHasNoCall(args[0]);
}

function chainHasNoCall(node: ASTNode): boolean {
  return node.op === "id" || ((node.op === "." || node.op === "[]") && chainHasNoCall(node.args[0]));
}
