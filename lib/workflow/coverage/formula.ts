/**
 * A condition as a formula over terms with finitely many cases.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { pathOf, pathText } from "../condition/access_path.ts";
import type { Variable } from "../workflow.ts";
import type { Case, Literal, TermFacts } from "./domain.ts";

/** True, false, or what can't be evaluated, which is never taken for false: the run stops there and says so. */
export type Outcome = boolean | "error";

/** What a formula is asked: the case that a term is in. */
export type Assignment = (term: string) => Case;

/** A condition that can be asked for its outcome in every case. */
export type Formula = (assignment: Assignment) => Outcome;

/** A term, and the literals that it's compared with. */
export interface Term {
  facts: TermFacts;
  literals: Set<Literal>;
  /** Two texts whose order the term is: a number below, equal to or above 0. */
  pair?: readonly [string, string];
}

const ANY: TermFacts = { type: "any", mayBeNull: true };
const ORDER: TermFacts = { type: "number", mayBeNull: false };
const FLIPPED: Record<string, string> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!=" };

/** Makes formulas of conditions and collects their terms. */
export class FormulaReader {
  readonly terms: Map<string, Term> = new Map();
  readonly #variables: Record<string, Variable>;

  constructor(variables: Record<string, Variable>) {
    this.#variables = variables;
  }

  /** The formula of a condition's syntax tree. */
  read(node: ASTNode): Formula {
    const literal = literalOf(node);
    if (literal !== undefined) return () => typeof literal === "boolean" ? literal : "error";
    switch (node.op) {
      case "!_":
        return not(this.read(node.args));
      case "&&":
      case "||": {
        const [left, right] = node.args.map((side) => this.read(side));
        const decides = node.op === "||";
        return (at) => combine(left(at), right(at), decides);
      }
      case "?:": {
        const [test, yes, no] = node.args.map((part) => this.read(part));
        return (at) => {
          const tested = test(at);
          return tested === "error" ? "error" : tested ? yes(at) : no(at);
        };
      }
      case "==":
      case "!=":
      case "<":
      case "<=":
      case ">":
      case ">=":
        return this.#comparison(node.op, node.args[0], node.args[1]);
      case "in":
        return this.#membership(node, node.args[0], node.args[1]);
      default:
        return this.#truthOf(node);
    }
  }

  /** A term that is taken for true or false by itself. */
  #truthOf(node: ASTNode): Formula {
    const term = this.#term(node, true);
    this.#term(node, false);
    return (at) => {
      const one = at(term);
      return one.kind === "value" && typeof one.value === "boolean" ? one.value : "error";
    };
  }

  #comparison(op: string, left: ASTNode, right: ASTNode): Formula {
    const [a, b] = [literalOf(left), literalOf(right)];
    if (a !== undefined && b !== undefined) return () => compare({ kind: "value", value: a }, op, b);
    if (a !== undefined) return this.#comparison(FLIPPED[op], right, left);
    if (b !== undefined && (typeof b !== "string" || op === "==" || op === "!=")) {
      const term = this.#term(left, b);
      return (at) => compare(at(term), op, b);
    }
    const pair = [textOf(left), textOf(right)] as const;
    if (b === undefined && pair[0] > pair[1]) return this.#comparison(FLIPPED[op], right, left);
    const term = pair.join(" <=> ");
    this.terms.set(term, { facts: ORDER, literals: new Set([0]), pair });
    return (at) => compare(at(term), op, 0);
  }

  #membership(node: ASTNode, item: ASTNode, container: ASTNode): Formula {
    const literals = container.op === "list" ? container.args.map(literalOf) : [];
    if (container.op !== "list" || literals.includes(undefined) || literalOf(item) !== undefined) {
      return this.#truthOf(node);
    }
    const terms = literals.map((literal) => this.#term(item, literal as Literal));
    return (at) => literals.some((literal, i) => compare(at(terms[i]), "==", literal as Literal) === true);
  }

  #term(node: ASTNode, literal: Literal): string {
    const name = textOf(node);
    const term = this.terms.get(name) ?? { facts: this.#factsOf(node) ?? ANY, literals: new Set() };
    term.literals.add(literal);
    this.terms.set(name, term);
    return name;
  }

  #factsOf(node: ASTNode): TermFacts | undefined {
    if (node.op === "call" && node.args[0] === "size") return { type: "integer", mayBeNull: false, least: 0 };
    const path = pathOf(node);
    if (path === undefined) return undefined;
    if (path.root === "cycle_number") return { type: "integer", mayBeNull: false, least: 1 };
    if (path.root === "visits" && path.keys.length === 1) return { type: "integer", mayBeNull: false, least: 0 };
    const [name] = path.keys;
    if (path.keys.length !== 1 || (path.root !== "context" && path.root !== "variables")) return undefined;
    if (!Object.hasOwn(this.#variables, name)) return undefined;
    const variable = this.#variables[name];
    const scalar = variable.type !== "list" && variable.type !== "object";
    return {
      type: scalar ? variable.type as TermFacts["type"] : "any",
      ...(variable.enum?.every((one) => typeof one !== "object") ? { values: variable.enum } : {}),
      mayBeNull: path.root === "variables" || (!variable.required && variable.default === undefined),
    };
  }
}

/** A name for what a node means, however it's spelt. */
function textOf(node: ASTNode): string {
  const path = pathOf(node);
  return path === undefined ? node.input.slice(node.start, node.end).replace(/\s+/g, " ") : pathText(path);
}

function literalOf(node: ASTNode): Literal | undefined {
  if (node.op === "-_") {
    const inner = literalOf(node.args);
    return typeof inner === "number" ? -inner : undefined;
  }
  if (node.op !== "value") return undefined;
  const value = node.args;
  if (typeof value === "bigint") return Number(value);
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

function not(formula: Formula): Formula {
  return (at) => {
    const outcome = formula(at);
    return outcome === "error" ? outcome : !outcome;
  };
}

/** CEL's `||` (decided by true) and `&&` (decided by false): either side decides, whatever becomes of the other. */
function combine(left: Outcome, right: Outcome, decides: boolean): Outcome {
  if (left === decides || right === decides) return decides;
  return left === "error" || right === "error" ? "error" : !decides;
}

function compare(one: Case, op: string, literal: Literal): Outcome {
  if (op === "!=") return compare(one, "==", literal) !== true;
  if (op === "==") return one.kind === "value" && one.value === literal;
  if (one.kind === "other") return "error";
  const below = op.startsWith("<");
  if (one.kind === "between") {
    if (typeof literal !== "number") return "error";
    const isBelow = one.high !== null && one.high <= literal;
    const isAbove = one.low !== null && one.low >= literal;
    return isBelow ? below : isAbove ? !below : "error";
  }
  const { value } = one;
  if (value === null || literal === null || typeof value !== typeof literal || typeof value === "boolean") {
    return "error";
  }
  if (value === literal) return op.endsWith("=");
  return value < literal === below;
}
