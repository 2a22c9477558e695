/**
 * What a condition reads of its data. Only that is handed to the evaluation, so a condition costs what it reads, however
 * large the context and the outputs are.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { childrenOf, pathOf, stringOf } from "./access_path.ts";
import { type Root, SET } from "./environment.ts";

/** One value that is read: as a whole, or only some of its fields; neither where only its presence is asked for. */
export interface Need {
  whole: boolean;
  fields: Map<string, Need>;
}

/** What is read, by name. */
export type Needs = Map<Root, Need>;

/**
 * Collects what a syntax tree reads. To every other use a variable without a value is null and a step never entered
 * counts 0; `has(context.n)`, `'n' in context` and the same of `visits` are pointed at a key that is present only with
 * a value. The evaluator's `has` knows dots only; a quoted key inside it becomes one.
 */
export function collectNeeds(ast: ASTNode): Needs {
  const needs: Needs = new Map();
  visit(ast, needs);
  return needs;
}

function visit(node: ASTNode, needs: Needs): void {
  if (node.op === "call" && node.args[0] === "has") return visitHas(node.args[1][0], needs);
  if (node.op === "in" && visitKeyTest(node.args[0], node.args[1], needs)) return;
  const path = pathOf(node);
  if (path) {
    needOf(needs, path.root, path.keys).whole = true;
    return;
  }
  for (const child of childrenOf(node)) visit(child, needs);
}

function visitHas(field: ASTNode, needs: Needs): void {
  for (let node = field; node.op === "." || node.op === "[]"; node = node.args[0]) {
    const key = stringOf(node.args[1] as ASTNode);
    if (key !== undefined) Object.assign(node, { op: ".", args: [node.args[0], key] });
  }
  const { root, keys } = pathOf(field)!;
  if (hasDefaults(root) && keys.length === 1) (field.args as [ASTNode, string])[1] = keys[0] = SET + keys[0];
  needOf(needs, root, keys);
}

function visitKeyTest(key: ASTNode, container: ASTNode, needs: Needs): boolean {
  const path = pathOf(container);
  let name = stringOf(key);
  if (!path || name === undefined) return false;
  if (hasDefaults(path.root) && path.keys.length === 0) Object.assign(key, { args: name = SET + name });
  needOf(needs, path.root, [...path.keys, name]);
  return true;
}

function hasDefaults(root: Root): boolean {
  return root === "context" || root === "visits";
}

function needOf(needs: Needs, root: Root, keys: readonly string[]): Need {
  let need = entry(needs, root);
  for (const key of keys) need = entry(need.fields, key);
  return need;
}

function entry<K>(map: Map<K, Need>, key: K): Need {
  const known = map.get(key);
  if (known) return known;
  const need: Need = { whole: false, fields: new Map() };
  map.set(key, need);
  return need;
}
