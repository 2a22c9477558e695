/**
 * Names, fields and keys: what is declared, and what was meant where it isn't.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import { didYouMean, nearest } from "../../did_you_mean.ts";
import type { Variable } from "../workflow.ts";
import { pathOf, pathText } from "./access_path.ts";
import { listValues } from "./decide.ts";
import { isRoot, ROOTS } from "./environment.ts";
import type { Guards, Inference } from "./inference.ts";
import { type Inferred, nameOfType } from "./inferred.ts";
import { type Problem, writeInstead } from "./problem.ts";

const ANY: Inferred = { type: "any", depends: true };

/** A bare name. `beside` is what it's compared with. */
export function inferName(run: Inference, node: ASTNode & { op: "id" }, beside?: Inferred): Inferred {
  const name = node.args;
  if (isRoot(name)) {
    if (name === "cycle_number") return { type: "integer", least: 1, depends: true };
    return name === "output" ? ANY : { type: "object", depends: true };
  }
  const { variables } = run.scope;
  if (Object.hasOwn(variables, name)) {
    run.report(node, "unknown-variable", `Name "${name}" stands alone; a variable is read as "context.${name}"`, {
      repair: writeInstead(node, `context.${name}`),
    });
    return { ...readVariable(variables[name]), mayBeUnset: undefined };
  }
  if (beside?.variable?.enum?.includes(name)) {
    run.report(
      node,
      "unknown-variable",
      `Name "${name}" isn't known; a text stands in quotes`,
      inQuotes(run, node, name),
    );
    return { type: "string", literal: name, fixed: true, depends: false };
  }
  if (run.hasStep(name)) {
    const message = `Name "${name}" stands alone; a step is named as outputs['${name}'] or visits['${name}']`;
    run.report(node, "unknown-variable", message);
    return ANY;
  }
  const near = nearest(name, [...ROOTS, "true", "false", "null", ...Object.keys(variables)])
    .map((known) => Object.hasOwn(variables, known) ? `context.${known}` : known);
  const alternatives = near.length > 0
    ? `did you mean ${near.map((known) => `"${known}"`).join(" or ")}?`
    : `there are ${ROOTS.join(", ")}`;
  run.report(node, "unknown-variable", `Name "${name}" isn't known; ${alternatives}`, {
    help: beside?.type === "string" ? `A text stands in quotes: '${name}'` : undefined,
    repair: near.length === 1 ? writeInstead(node, near[0]) : undefined,
  });
  return ANY;
}

/** `receiver.key` or `receiver[index]`; `key` is undefined where only the run tells it. */
export function inferField(
  run: Inference,
  node: ASTNode,
  receiver: ASTNode,
  key: string | undefined,
  guards: Guards,
  index?: ASTNode,
): Inferred {
  const place = index ?? { start: node.pos, end: node.end };
  if (receiver.op === "id" && isRoot(receiver.args) && receiver.args !== "output" && receiver.args !== "cycle_number") {
    if (key !== undefined) return inferEntry(run, receiver.args, key, place, node);
    run.infer(index!, guards);
    const example = receiver.args === "context" || receiver.args === "variables" ? "name" : "step-id";
    const message = `"${receiver.args}" is read by a name that is written out: ${receiver.args}['${example}']`;
    run.report(place, example === "name" ? "unknown-variable" : "unknown-field", message);
    return ANY;
  }
  const value = run.infer(receiver, guards);
  run.wantSet(receiver, value, guards, key === undefined ? "indexed" : "asked for a field");
  const position = index && key === undefined ? run.infer(index, guards) : undefined;
  if (value.type === "any" || value.type === "object") return ANY;
  if (value.type === "list" && position) {
    if (position.type === "integer" || position.type === "any") return ANY;
    run.report(
      index!,
      "type-mismatch",
      `A list is indexed by an integer, and ${run.quoted(index!)} is ${nameOfType(position)}`,
    );
    return ANY;
  }
  const message = `${run.quoted(receiver)} is ${nameOfType(value)} and has no ${
    key === undefined ? "items" : "fields"
  }`;
  const size = key === "length" || key === "size" || key === "count";
  const sized = size && (value.type === "list" || value.type === "string");
  const source = run.source(receiver);
  run.report(place, "unknown-field", sized ? `${message}; its length is size(${source})` : message, {
    repair: sized && !index ? writeInstead(run.span(node), `size(${source})`) : undefined,
  });
  return ANY;
}

/** A variable's value. */
function readVariable(variable: Variable): Inferred {
  const unset = !variable.required && variable.default === undefined;
  const path = pathText({ root: "context", keys: [variable.name] });
  return { type: variable.type, variable, mayBeUnset: unset ? path : undefined, depends: true };
}

/** What stands under a key of one of the names; `node` is the read of it, where it's one. */
export function inferEntry(
  run: Inference,
  root: "context" | "variables" | "outputs" | "visits",
  key: string,
  place: { start: number; end: number },
  node?: ASTNode,
): Inferred {
  const { variables } = run.scope;
  if (root === "outputs" || root === "visits") {
    if (!run.hasStep(key)) reportStep(run, root, key, place, node);
    return root === "outputs" ? ANY : { type: "integer", least: 0, depends: true };
  }
  if (!Object.hasOwn(variables, key)) {
    const known = Object.keys(variables);
    const near = nearest(key, known);
    const list = known.length > 0 ? `there are ${listValues(known)}` : "no variable is declared in context_schema";
    run.report(place, "unknown-variable", `Variable "${key}" isn't declared; ${didYouMean(key, known) || list}`, {
      help: /^[A-Za-z]\w{0,63}$/.test(key) && key !== "constructor" && key !== "prototype"
        ? `Declare "${key}" in context_schema, or write the name of one that is declared`
        : undefined,
      repair: near.length > 0 ? renameKey(run, place, key, near[0]) : undefined,
    });
    return ANY;
  }
  const inferred = readVariable(variables[key]);
  if (root === "context") return inferred;
  // A variable that a delivery doesn't hold is an error that says what to send; only get() turns it into null.
  return { ...inferred, mayBeUnset: node?.op === "rcall" ? pathText(pathOf(node)!) : undefined };
}

/** The nearest value of a variable's enum, for a text that isn't in it. */
export function suggestValue(
  run: Inference,
  place: { start: number; end: number },
  written: string,
  variable: Variable,
): Pick<Problem, "help" | "repair"> {
  const values = variable.enum!.filter((value): value is string => typeof value === "string");
  const near = nearest(written, values);
  if (near.length === 0) return {};
  const suggestion = didYouMean(written, values);
  return { help: suggestion[0].toUpperCase() + suggestion.slice(1), repair: renameKey(run, place, written, near[0]) };
}

/** `outputs.my-step` is `outputs.my` minus `step` to CEL. */
function reportStep(
  run: Inference,
  root: string,
  key: string,
  place: { start: number; end: number },
  node?: ASTNode,
): void {
  const { steps } = run.scope;
  const rest = /^[A-Za-z0-9_.-]*/.exec(run.text.slice(place.start))![0];
  const dashed =
    steps.filter((id) => id.length > key.length && rest.startsWith(id)).sort((a, b) => b.length - a.length)[0];
  if (dashed !== undefined && node?.op === ".") {
    const whole = { start: node.start, end: place.start + dashed.length };
    const mark = run.quote;
    run.report(whole, "unknown-field", `Step "${dashed}" can't be read with a dot; write ${root}['${dashed}']`, {
      repair: mark === undefined ? undefined : writeInstead(whole, `${root}[${mark}${dashed}${mark}]`),
    });
    run.explained(whole);
    return;
  }
  const near = nearest(key, steps);
  const known = steps.length > 0 ? `there are ${listValues(steps)}` : "there are no steps";
  run.report(place, "unknown-field", `Step "${key}" doesn't exist; ${didYouMean(key, steps) || known}`, {
    repair: near.length > 0 ? renameKey(run, place, key, near[0]) : undefined,
  });
}

/** Another key in the place of a field or a quoted key, in the author's own quotes. */
function renameKey(
  run: Inference,
  place: { start: number; end: number },
  key: string,
  name: string,
): Problem["repair"] {
  const source = run.text.slice(place.start, place.end);
  const written = source === key ? (/^[A-Za-z_]\w*$/.test(name) ? name : undefined) : source.replace(key, () => name);
  return written === undefined || written === source ? undefined : writeInstead(place, written);
}

function inQuotes(run: Inference, node: ASTNode, name: string): Pick<Problem, "help" | "repair"> {
  if (run.quote === undefined) return { help: `Write '${name}'` };
  return { repair: writeInstead(node, `${run.quote}${name}${run.quote}`) };
}
