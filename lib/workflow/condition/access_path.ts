/**
 * Access paths: what a chain of fields and quoted keys on one of the names means, however it's spelt.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { isRoot, type Root } from "./environment.ts";

/** `context.report['faults']` is root `context` with the keys `report`, `faults`. */
export interface AccessPath {
  root: Root;
  keys: string[];
}

/** The path that a node spells, or undefined where it isn't a chain of fields and quoted keys on one of the names. */
export function pathOf(node: ASTNode): AccessPath | undefined {
  switch (node.op) {
    case "id":
      return isRoot(node.args) ? { root: node.args, keys: [] } : undefined;
    case ".":
      return extend(node.args[0], node.args[1]);
    case "[]":
      return extend(node.args[0], stringOf(node.args[1]));
    case "rcall":
      return isGet(node) ? extend(node.args[1], stringOf(node.args[2][0])) : undefined;
    default:
      return undefined;
  }
}

/** The path as a condition spells it. */
export function pathText(path: AccessPath): string {
  return path.keys.reduce((text, key) => text + (isName(key) ? `.${key}` : `['${key}']`), path.root as string);
}

/** Whether a node is `context.get(…)` or `variables.get(…)` with one argument. */
export function isGet(node: ASTNode): boolean {
  if (node.op !== "rcall" || node.args[0] !== "get" || node.args[2].length !== 1) return false;
  const receiver = node.args[1];
  return receiver.op === "id" && (receiver.args === "context" || receiver.args === "variables");
}

/** The text of a string literal. */
export function stringOf(node: ASTNode | undefined): string | undefined {
  return node?.op === "value" && typeof node.args === "string" ? node.args : undefined;
}

/** The nodes directly below a node. */
export function childrenOf(node: ASTNode): ASTNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case ".":
    case ".?":
      return [node.args[0]];
    case "call":
      return node.args[1];
    case "rcall":
      return [node.args[1], ...node.args[2]];
    case "list":
      return node.args;
    case "map":
      return node.args.flat();
    case "!_":
    case "-_":
      return [node.args];
    default:
      return node.args;
  }
}

function extend(receiver: ASTNode, key: string | undefined): AccessPath | undefined {
  if (key === undefined) return undefined;
  const path = pathOf(receiver);
  return path && { root: path.root, keys: [...path.keys, key] };
}

function isName(key: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(key);
}
