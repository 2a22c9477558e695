/**
 * Functions and methods.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { pathOf, stringOf } from "./access_path.ts";
import { inferField } from "./infer_access.ts";
import type { Guards, Inference } from "./inference.ts";
import { type Inferred, nameOfType } from "./inferred.ts";
import { writeInstead } from "./problem.ts";

/** `has(x.field)` or `size(x)`; every other function is refused before. */
export function inferCall(run: Inference, node: ASTNode & { op: "call" }, guards: Guards): Inferred {
  const [name, [argument]] = node.args;
  if (name === "size") return inferSize(run, argument, guards);
  const before = (argument as ASTNode & { op: "." }).args[0];
  if (before.op === "id") {
    run.infer(argument, guards);
  } else {
    // Null is no trouble here: it has no fields.
    const value = run.infer(before, guards);
    if (value.type !== "any" && value.type !== "object") {
      run.report(argument, "unknown-field", `${run.quoted(before)} is ${nameOfType(value)} and has no fields`);
    }
  }
  return { type: "boolean", fixed: true, depends: true };
}

/** A method's call. */
export function inferMethod(run: Inference, node: ASTNode & { op: "rcall" }, guards: Guards): Inferred {
  const [name, receiver, args] = node.args;
  if (name === "get") return inferField(run, node, receiver, stringOf(args[0]), guards, args[0]);
  if (name === "size" && args.length === 0) return inferSize(run, receiver, guards);
  const value = run.infer(receiver, guards);
  run.wantSet(receiver, value, guards, `asked for ${name}()`);
  const known: Inferred = { type: "boolean", fixed: true, depends: true };
  if (name === "size" || args.length !== 1) {
    const wanted = name === "size" ? "no argument" : "one text as its argument";
    run.report(node, "type-mismatch", `"${name}()" wants ${wanted}, and has ${args.length}`);
    return name === "size" ? { type: "integer", fixed: true, least: 0, depends: true } : known;
  }
  const argument = run.infer(args[0], guards);
  run.wantSet(args[0], argument, guards, `looked for by ${name}()`);
  if (name === "contains" && (value.type === "list" || value.type === "object")) {
    const message = `"contains()" looks in a text, and ${run.quoted(receiver)} is ${nameOfType(value)}; write "in"`;
    run.report(node, "type-mismatch", message, {
      repair: args[0].op === "value" || pathOf(args[0])
        ? writeInstead(run.span(node), `(${run.source(args[0])} in ${run.source(receiver)})`)
        : undefined,
    });
    return known;
  }
  for (const [part, inferred] of [[receiver, value], [args[0], argument]] as const) {
    if (inferred.type === "string" || inferred.type === "any") continue;
    run.report(part, "type-mismatch", `"${name}()" wants a string, and ${run.quoted(part)} is ${nameOfType(inferred)}`);
  }
  return { ...known, depends: value.depends || argument.depends };
}

function inferSize(run: Inference, node: ASTNode, guards: Guards): Inferred {
  const value = run.infer(node, guards);
  run.wantSet(node, value, guards, "measured by size()");
  if (!["string", "list", "object", "any"].includes(value.type)) {
    const message = `"size()" wants a string, a list or an object, and ${run.quoted(node)} is ${nameOfType(value)}`;
    run.report(node, "type-mismatch", message);
  }
  return { type: "integer", fixed: true, least: 0, depends: value.depends };
}
