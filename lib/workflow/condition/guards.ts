/**
 * Which values a part of a condition proves to be set. `&&` and `||` of CEL decide by either side, also where the other
 * can't be evaluated, so a guard protects what stands on both sides of it.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { pathOf, pathText, stringOf } from "./access_path.ts";

const NOTHING: ReadonlySet<string> = new Set();

/** The paths that have a value wherever the node is true (or false, as `outcome` says). */
export function provesSet(node: ASTNode, outcome: boolean): ReadonlySet<string> {
  switch (node.op) {
    case "!_":
      return provesSet(node.args, !outcome);
    case "&&":
    case "||": {
      const [left, right] = node.args.map((operand) => provesSet(operand, outcome));
      return (node.op === "&&") === outcome
        ? new Set([...left, ...right])
        : new Set([...left].filter((path) => right.has(path)));
    }
    case "==":
    case "!=":
      return provedByEquality(node.args[0], node.args[1], (node.op === "==") === outcome);
    case "in":
      return outcome ? provedByMembership(node.args[0], node.args[1]) : NOTHING;
    case "call":
      return outcome && node.args[0] === "has" && node.args[1].length === 1 ? prefixes(node.args[1][0]) : NOTHING;
    default:
      return NOTHING;
  }
}

function provedByEquality(left: ASTNode, right: ASTNode, equal: boolean): ReadonlySet<string> {
  const [side, literal] = right.op === "value" ? [left, right] : [right, left];
  const path = pathOf(side);
  if (!path || literal.op !== "value") return NOTHING;
  return (literal.args === null) !== equal ? new Set([pathText(path)]) : NOTHING;
}

function provedByMembership(item: ASTNode, container: ASTNode): ReadonlySet<string> {
  const name = stringOf(item);
  const within = pathOf(container);
  if (name !== undefined && within) return new Set([pathText({ ...within, keys: [...within.keys, name] })]);
  const path = pathOf(item);
  if (!path || container.op !== "list") return NOTHING;
  const known = container.args.every((entry) => entry.op === "value" && entry.args !== null);
  return known ? new Set([pathText(path)]) : NOTHING;
}

function prefixes(node: ASTNode): ReadonlySet<string> {
  const path = pathOf(node);
  return new Set(path?.keys.map((_, i) => pathText({ root: path.root, keys: path.keys.slice(0, i + 1) })));
}
