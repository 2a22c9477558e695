/**
 * Comparisons, membership and arithmetic.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { pathOf } from "./access_path.ts";
import { decideEquality, decideMembership, decideOrder, flip } from "./decide.ts";
import { inferEntry, suggestValue } from "./infer_access.ts";
import type { Guards, Inference } from "./inference.ts";
import { areComparable, fixedType, type Inferred, isNumeric, nameOfType } from "./inferred.ts";
import { type Problem, writeInstead } from "./problem.ts";

const OTHER_TYPE = "Compare it with a value of its own type, or change the type where it's declared";

const POSSIBLE = "Compare with a value that is possible, or leave the comparison out";

type Binary = ASTNode & { args: [ASTNode, ASTNode] };

/** `==` and `!=`: two values of one type, numbers of both kinds, or anything and null. */
export function inferEquality(run: Inference, node: ASTNode, guards: Guards): Inferred {
  const [left, right] = (node as Binary).args;
  const [a, b] = inferSides(run, left, right, guards);
  const result: Inferred = { type: "boolean", fixed: true, depends: a.depends || b.depends };
  if (a.type === "null" || b.type === "null") {
    const [value, part] = a.type === "null" ? [b, right] : [a, left];
    if (value.fixed && value.type !== "null") {
      run.report(node, "type-mismatch", `${run.quoted(part)} is ${nameOfType(value)} and never null`);
    } else if (value.least !== undefined) {
      return decided(run, node, result, node.op === "!=", `${run.quoted(part)} is a count and never null`);
    }
    return result;
  }
  if (!areComparable(a.type, b.type) || (a.type === "list" && differ(a, b))) {
    const message = `${run.quoted(left)} is ${nameOfType(a)} and ${run.quoted(right)} is ${nameOfType(b)}; ` +
      "they are never equal";
    run.report(
      node,
      "type-mismatch",
      message,
      respell(run, left, a, b) ?? respell(run, right, b, a) ?? { help: OTHER_TYPE },
    );
    return result;
  }
  const verdict = decideEquality(a, b, node.op === "==") ?? decideEquality(b, a, node.op === "==");
  return verdict
    ? decided(run, node, result, verdict.truth, verdict.why, suggest(run, [[left, a], [right, b]]))
    : result;
}

/** `<`, `<=`, `>`, `>=`: two numbers, two texts or two booleans. */
export function inferOrder(run: Inference, node: ASTNode, guards: Guards): Inferred {
  const [left, right] = (node as Binary).args;
  const [a, b] = inferSides(run, left, right, guards);
  const result: Inferred = { type: "boolean", fixed: true, depends: a.depends || b.depends };
  run.wantSet(left, a, guards, `compared by "${node.op}"`);
  run.wantSet(right, b, guards, `compared by "${node.op}"`);
  const ordered = [a, b].every(({ type }) => ["string", "integer", "number", "boolean", "any"].includes(type));
  if (!ordered || !areComparable(a.type, b.type)) {
    const message = `${run.quoted(left)} is ${nameOfType(a)} and ${run.quoted(right)} is ${nameOfType(b)}; ` +
      `"${node.op}" can't compare them`;
    run.report(node, "type-mismatch", message, respell(run, left, a, b) ?? respell(run, right, b, a) ?? {});
    return result;
  }
  const verdict = decideOrder(a, b, node.op) ?? decideOrder(b, a, flip(node.op));
  return verdict ? decided(run, node, result, verdict.truth, verdict.why) : result;
}

/** `in`: an item of a list, or a key of an object. */
export function inferMembership(run: Inference, node: ASTNode, guards: Guards): Inferred {
  const [left, right] = (node as Binary).args;
  const a = run.infer(left, guards);
  const key = a.literal;
  if (right.op === "id" && typeof key === "string") {
    // What a read of that entry says of the name holds here as well; that it may be unset doesn't.
    const root = right.args;
    if (root === "context" || root === "variables" || root === "outputs" || root === "visits") {
      inferEntry(run, root, key, left);
      return { type: "boolean", fixed: true, depends: true };
    }
  }
  const b = run.infer(right, guards, a);
  const result: Inferred = { type: "boolean", fixed: true, depends: a.depends || b.depends };
  run.wantSet(right, b, guards, 'searched by "in"');
  if (b.type === "string") {
    const message = `"in" looks in a list or an object, and ${run.quoted(right)} is a string; write contains()`;
    run.report(node, "type-mismatch", message, {
      repair: pathOf(right)
        ? writeInstead(run.span(node), `${run.source(right)}.contains(${run.source(left)})`)
        : undefined,
    });
    return result;
  }
  if (b.type !== "list" && b.type !== "object" && b.type !== "any") {
    run.report(right, "type-mismatch", `"in" wants a list or an object, and ${run.quoted(right)} is ${nameOfType(b)}`);
    return result;
  }
  const items = b.items ?? [];
  const strict = fixedType(a) !== undefined && b.item !== undefined && fixedType(a) !== b.item;
  if (items.length > 0 && (strict || items.every((item) => !comparesWith(a, item)))) {
    const message =
      `${run.quoted(left)} is ${nameOfType(a)} and never in ${run.quoted(right)}, whose items are of type ` +
      [...new Set(items.map((item) => item.type))].join(", ");
    run.report(node, "type-mismatch", message);
    return result;
  }
  const verdict = b.items && decideMembership(a, b.items);
  return verdict ? decided(run, node, result, verdict.truth, verdict.why) : result;
}

/** `+ - * / %` and the sign. */
export function inferArithmetic(run: Inference, node: ASTNode, guards: Guards): Inferred {
  if (node.op === "-_") {
    const operand = run.infer(node.args, guards);
    run.wantSet(node.args, operand, guards, "negated");
    const literal = typeof operand.literal === "number" ? -operand.literal : undefined;
    if (isNumeric(operand.type)) return { ...number(operand), literal, fixed: operand.fixed };
    if (operand.type !== "any") {
      run.report(node, "type-mismatch", `"-" wants a number, and ${run.quoted(node.args)} is ${nameOfType(operand)}`);
    }
    return { type: "any", depends: operand.depends };
  }
  const [left, right] = (node as Binary).args;
  const [a, b] = inferSides(run, left, right, guards);
  run.wantSet(left, a, guards, `used with "${node.op}"`);
  run.wantSet(right, b, guards, `used with "${node.op}"`);
  const depends = a.depends || b.depends;
  if ((node.op === "/" || node.op === "%") && b.literal === 0 && b.type === "integer" && a.type !== "number") {
    run.report(node, "type-mismatch", `${run.quoted(node)} divides by zero`);
  }
  if (node.op !== "%" && isNumeric(a.type) && isNumeric(b.type) && a.type !== b.type) {
    const message = `${run.quoted(left)} is ${nameOfType(a)} and ${run.quoted(right)} is ${nameOfType(b)}; ` +
      `"${node.op}" wants numbers of one kind`;
    run.report(
      node,
      "type-mismatch",
      message,
      otherKind(left, a, b) ?? otherKind(right, b, a) ?? {
        help: "Declare both as integer or both as number in context_schema",
      },
    );
    return { type: "any", depends };
  }
  const known = a.type === "any" ? b : a;
  const allowed = node.op === "%" ? ["integer"] : node.op === "+" ? ["integer", "number", "string", "list"] : NUMBERS;
  const fits = known.type === "any" || allowed.includes(known.type);
  if (!fits || (a.type !== b.type && a.type !== "any" && b.type !== "any") || differ(a, b)) {
    const wanted = node.op === "%"
      ? "two integers"
      : node.op === "+"
      ? "two numbers, two strings or two lists"
      : "two numbers";
    const message = `"${node.op}" wants ${wanted}, and ${run.quoted(left)} is ${nameOfType(a)}, ` +
      `${run.quoted(right)} ${nameOfType(b)}`;
    run.report(node, "type-mismatch", message);
    return { type: "any", depends };
  }
  const fixed = known.type === "string" || known.type === "list" || node.op === "%" || (a.fixed && b.fixed);
  if (node.op === "%") return { type: "integer", fixed, depends };
  // A whole number makes one with a whole number only, and what an open value is only the run tells.
  if (a.type !== b.type && known.type === "integer") return { type: "any", depends };
  return { type: known.type, fixed: fixed || known.type === "number" && a.type !== b.type, depends };
}

const NUMBERS = ["integer", "number"];

function inferSides(run: Inference, left: ASTNode, right: ASTNode, guards: Guards): [Inferred, Inferred] {
  // A lone name is understood by what it's compared with.
  if (left.op === "id") {
    const b = run.infer(right, guards);
    return [run.infer(left, guards, b), b];
  }
  const a = run.infer(left, guards);
  return [a, run.infer(right, guards, a)];
}

function decided(
  run: Inference,
  node: ASTNode,
  result: Inferred,
  truth: boolean,
  why: string,
  more: Pick<Problem, "help" | "repair"> = {},
): Inferred {
  run.report(node, "constant-condition", `${run.quoted(node)} is always ${truth}: ${why}`, { help: POSSIBLE, ...more });
  return { ...result, truth };
}

/** Where one side is a literal that isn't in the other's enum: the nearest value that is. */
function suggest(run: Inference, sides: [ASTNode, Inferred][]): Pick<Problem, "help" | "repair"> {
  const [, value] = sides.find(([, side]) => side.variable?.enum) ?? [];
  const [part, literal] = sides.find(([, side]) => typeof side.literal === "string") ?? [];
  return part && literal && value ? suggestValue(run, part, literal.literal as string, value.variable!) : {};
}

/** A literal in the spelling that the other side's type wants. */
function respell(
  run: Inference,
  part: ASTNode,
  literal: Inferred,
  other: Inferred,
): Pick<Problem, "help" | "repair"> | undefined {
  const value = literal.literal;
  if (part.op !== "value" || value === undefined || value === null) return undefined;
  if (typeof value === "string") {
    const plain = other.type === "boolean"
      ? /^(true|false)$/i.test(value)
      : isNumeric(other.type) && /^-?\d+(\.\d+)?$/.test(value);
    return plain ? { repair: writeInstead(part, value.toLowerCase()) } : undefined;
  }
  if (other.type !== "string" || run.quote === undefined) return undefined;
  return { repair: writeInstead(part, run.quote + run.source(part) + run.quote) };
}

/** A literal as a number of the other kind: `1` as `1.0`, `2.0` as `2`. */
export function otherKind(
  part: ASTNode,
  literal: Inferred,
  other: Inferred,
): Pick<Problem, "help" | "repair"> | undefined {
  if (part.op !== "value" || typeof literal.literal !== "number") return undefined;
  if (other.type === "number") return { repair: writeInstead(part, `${literal.literal}.0`) };
  return Number.isSafeInteger(literal.literal) ? { repair: writeInstead(part, String(literal.literal)) } : undefined;
}

function number(operand: Inferred): Inferred {
  return { type: operand.type, depends: operand.depends };
}

function differ(a: Inferred, b: Inferred): boolean {
  return a.item !== undefined && b.item !== undefined && a.item !== b.item;
}

function comparesWith(a: Inferred, item: Inferred): boolean {
  return item.type === "null" ? !a.fixed || a.type === "null" : areComparable(a.type, item.type);
}
