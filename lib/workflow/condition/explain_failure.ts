/**
 * From a failed evaluation to a message that an agent can act on.
 * @module
 */

import { type ASTNode, EvaluationError } from "@marcbachmann/cel-js";
import { didYouMean } from "../../did_you_mean.ts";
import { type AccessPath, childrenOf, pathOf, pathText } from "./access_path.ts";
import { ConditionError } from "./condition_error.ts";
import { ENVIRONMENT } from "./environment.ts";
import { quoteSource, sourceOf } from "./source_span.ts";

type Names = Map<string, unknown>;

/** The error for what the evaluation threw; `names` are the whole values, not only what the condition reads. */
export function explainFailure(ast: ASTNode, names: Names, error: unknown): ConditionError {
  if (!(error instanceof EvaluationError) || !error.node) {
    return new ConditionError(`Condition can't be evaluated: ${error instanceof Error ? error.message : error}`, []);
  }
  const node = error.node;
  switch (error.code) {
    case "no_such_key":
    case "index_out_of_bounds":
      return explainMissing(node, names);
    case "no_such_overload":
    case "no_matching_overload":
      return explainOperands(node, names);
    case "invalid_logical_operand":
      return explainTruth(culprit(ast, node, names), names);
    case "invalid_condition_type":
      return explainTruth(node, names);
    case "division_by_zero":
    case "modulo_by_zero":
      return new ConditionError(`${quote(node)} divides by zero`, pathsIn(node).map(pathText));
    case "numeric_overflow":
      return new ConditionError(`${quote(node)} is too large for an integer`, pathsIn(node).map(pathText));
    default:
      return new ConditionError(`${quote(node)} can't be evaluated: ${error.summary}`, pathsIn(node).map(pathText));
  }
}

/** The error for a condition that gives something else than true or false. */
export function explainResult(ast: ASTNode, result: unknown): ConditionError {
  return wantTruth(ast, result);
}

function explainMissing(node: ASTNode, names: Names): ConditionError {
  const [receiverNode, keyNode] = node.args as [ASTNode, ASTNode | string];
  const receiver = valueOf(receiverNode, names);
  const key = typeof keyNode === "string" ? keyNode : valueOf(keyNode, names);
  const field = `${typeof key === "string" ? "field" : "item"} ${JSON.stringify(String(key))}`;
  const path = pathOf(node);
  const fail = (message: string, at: AccessPath | undefined = path) =>
    new ConditionError(message, at ? [pathText(at)] : pathsIn(node).map(pathText));
  if (path?.keys.length === 1) {
    const name = JSON.stringify(path.keys[0]);
    if (path.root === "context") return fail(`Variable ${name} isn't declared`);
    if (path.root === "variables") return fail(`Variable ${name} wasn't sent with this delivery; send it`);
    if (path.root === "outputs") return fail(`Step ${name} has no output yet`);
  }
  if (receiver === null) {
    return fail(`${quote(receiverNode)} isn't set, so it has no ${field}${advice(receiverNode)}`, pathOf(receiverNode));
  }
  if (receiver instanceof Map) {
    const known = [...receiver.keys()].filter((name) => typeof name === "string");
    return fail(`${quote(receiverNode)} has no ${field}${alternatives(String(key), known)}${advice(node)}`);
  }
  if (Array.isArray(receiver) && typeof key !== "string") {
    return fail(`${quote(receiverNode)} has ${receiver.length} items, counted from 0, and no ${field}${advice(node)}`);
  }
  return fail(`${quote(receiverNode)} is ${describe(receiver)} and has no ${field}${advice(node)}`);
}

function explainOperands(node: ASTNode, names: Names): ConditionError {
  const operands = childrenOf(node);
  const values = operands.map((operand) => valueOf(operand, names));
  const unset = operands.filter((_, i) => values[i] === null && pathOf(operands[i]));
  const fail = (message: string, of: ASTNode[]) =>
    new ConditionError(message + (of.map(advice).find((text) => text !== "") ?? ""), unique(of.flatMap(pathsIn)));
  const purpose = purposeOf(node, values.map(kindOf));
  if (unset.length > 0) {
    const verb = unset.length > 1 ? "aren't" : "isn't";
    return fail(`${unset.map(quote).join(" and ")} ${verb} set, so ${purpose}`, unset);
  }
  const actual = operands.filter((operand, i) => operand.op !== "value" && (node.op !== "in" || i === 1));
  const found = actual.map((operand) => `${quote(operand)} is ${describe(values[operands.indexOf(operand)])}`);
  return fail(found.length > 0 ? `${found.join(", ")}: ${purpose}` : `${quote(node)}: ${purpose}`, actual);
}

/** What can't be done, said of the kinds of the operands. */
function purposeOf(node: ASTNode, kinds: string[]): string {
  const [left, right] = kinds;
  switch (node.op) {
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "==":
    case "!=":
      return `${left} cannot be compared with ${right} ("${node.op}")`;
    case "in":
      return `"in" wants a list or an object on its right, not ${right}`;
    case "!_":
      return `"!" wants true or false, not ${left}`;
    case "-_":
      return `"-" wants a number, not ${left}`;
    case "call":
      return `${node.args[0]}() wants a text, a list or an object, not ${left}`;
    case "rcall":
      return `${node.args[0]}() can't be asked of ${left}${right ? ` with ${right}` : ""}`;
    default:
      return `${left} and ${right} can't be combined with "${node.op}"`;
  }
}

function explainTruth(node: ASTNode, names: Names): ConditionError {
  return wantTruth(node, valueOf(node, names));
}

function wantTruth(node: ASTNode, value: unknown): ConditionError {
  const state = value === null && pathOf(node) ? "isn't set" : `is ${describe(value)}`;
  return new ConditionError(
    `${quote(node)} ${state}; wanted true or false${advice(node)}`,
    pathsIn(node).map(pathText),
  );
}

/** The evaluator blames the left operand for a wrong right one. */
function culprit(ast: ASTNode, blamed: ASTNode, names: Names): ASTNode {
  const parent = parentOf(ast, blamed);
  if (!parent || (parent.op !== "&&" && parent.op !== "||")) return blamed;
  return parent.args.find((operand) => typeof valueOf(operand, names) !== "boolean") ?? blamed;
}

function parentOf(ast: ASTNode, node: ASTNode): ASTNode | undefined {
  for (const child of childrenOf(ast)) {
    const parent = child === node ? ast : parentOf(child, node);
    if (parent) return parent;
  }
  return undefined;
}

/** A part's value; undefined where it has none, which is never what the evaluator complains about. */
function valueOf(node: ASTNode, names: Names): unknown {
  try {
    return ENVIRONMENT.parse(sourceOf(node.input, node))(names);
  } catch {
    return undefined;
  }
}

function quote(node: ASTNode): string {
  const path = pathOf(node);
  return quoteSource(path ? pathText(path) : sourceOf(node.input, node));
}

function alternatives(key: string, known: string[]): string {
  if (known.length === 0) return "";
  const suggestion = didYouMean(key, known);
  return suggestion
    ? `; ${suggestion}`
    : `; it has ${known.slice(0, 5).map((name) => JSON.stringify(name)).join(", ")}`;
}

/** What to send, where a variable of the workflow is at fault. */
function advice(node: ASTNode): string {
  const path = pathsIn(node).find(({ root, keys }) => (root === "context" || root === "variables") && keys.length > 0);
  return path ? `; send the variable ${JSON.stringify(path.keys[0])}` : "";
}

function pathsIn(node: ASTNode): AccessPath[] {
  const path = pathOf(node);
  return path ? [path] : childrenOf(node).flatMap(pathsIn);
}

function unique(paths: AccessPath[]): string[] {
  return [...new Set(paths.map(pathText))];
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Map) return "an object";
  return typeof value === "string" ? "a text" : typeof value === "boolean" ? "true or false" : "a number";
}

function describe(value: unknown): string {
  if (typeof value === "string") {
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  }
  return typeof value === "bigint" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : kindOf(value);
}
