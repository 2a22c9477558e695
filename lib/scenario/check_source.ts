/**
 * Holds a source tree against a schema with unions and reports every deviation at its place.
 * @module
 */

import * as v from "valibot";
import { nearest } from "../did_you_mean.ts";
import type { Diagnostic, Range } from "../diagnostic.ts";
import type { SourceMap, SourceNode } from "../skill/source_node.ts";
import { sourceToJson } from "../skill/source_to_json.ts";
import { nodeInWords, quoted } from "../workflow/compile/wording.ts";
import type { Schema } from "../workflow/schema/mod.ts";

/** Takes a finding. */
export type AddFinding = (
  code: "unknown-key" | "missing-key" | "wrong-type",
  range: Range,
  message: string,
  more?: Partial<Pick<Diagnostic, "help" | "repair">>,
) => void;

/** A key of a map or an index of a list. */
type Key = string | number;

/** The parts of valibot's schemas that are looked at. */
interface Shape {
  type: string;
  wrapped?: Schema;
  entries?: Record<string, Schema>;
  value?: Schema;
  item?: Schema;
  options?: readonly (Schema | string)[];
}

/** Reports every way in which the tree deviates from the schema. */
export function checkSource(schema: Schema, node: SourceNode, add: AddFinding, path: readonly Key[] = []): void {
  const shape = shapeOf(schema);
  const fitting = alternatives(schema).filter((one) => kindOf(shapeOf(one)) === node.kind);
  if (fitting.length === 0) return wrong(schema, node, add, path);
  if (shape.type === "union" && node.kind !== "scalar") return checkSource(fitting[0], node, add, path);
  if (node.kind === "scalar") {
    if (!fitting.some((one) => v.is(one, sourceToJson(node)))) wrong(schema, node, add, path);
  } else if (node.kind === "list") {
    node.items.forEach((item, i) => checkSource(shape.item!, item, add, [...path, i]));
  } else if (shape.entries !== undefined) checkMap(shape.entries, node, add, path);
}

function checkMap(known: Record<string, Schema>, map: SourceMap, add: AddFinding, path: readonly Key[]): void {
  const names = Object.keys(known);
  /** What unknown keys were meant to be: not missing as well. */
  const meant = new Set<string>();
  for (const { key, keyRange, value } of map.entries) {
    if (Object.hasOwn(known, key)) {
      checkSource(known[key], value, add, [...path, key]);
      continue;
    }
    const near = nearest(key, names).at(0);
    if (near !== undefined) meant.add(near);
    const free = near !== undefined && !map.entries.some((entry) => entry.key === near);
    add(
      "unknown-key",
      keyRange,
      `Unknown key ${quoted(key)} in ${nameOf(path)}${near ? `, did you mean "${near}"?` : ""}`,
      {
        help: `Known here: ${names.join(", ")}`,
        ...(free ? { repair: { title: `Rename it to "${near}"`, edits: [{ range: keyRange, text: near }] } } : {}),
      },
    );
  }
  for (const name of names) {
    const isOptional = (known[name] as unknown as Shape).wrapped !== undefined;
    if (isOptional || meant.has(name) || map.entries.some((entry) => entry.key === name)) continue;
    const { start } = map.entries[0]?.keyRange ?? map.range;
    add("missing-key", map.entries[0]?.keyRange ?? { start, end: start }, `Missing key "${name}" in ${nameOf(path)}`, {
      help: `Known here: ${names.join(", ")}`,
    });
  }
}

function wrong(schema: Schema, node: SourceNode, add: AddFinding, path: readonly Key[]): void {
  const names = alternatives(schema).flatMap((one) => shapeOf(one).options ?? []).filter((one) =>
    typeof one === "string"
  );
  const near = node.kind === "scalar" ? nearest(node.text, names).at(0) : undefined;
  add(
    "wrong-type",
    node.range,
    `Wrong value for ${nameOf(path)}: wanted ${wantedOf(schema)}, got ${nodeInWords(node)}`,
    near === undefined ? {} : {
      help: `Did you mean "${near}"?`,
      repair: { title: `Change it to "${near}"`, edits: [{ range: node.range, text: near }] },
    },
  );
}

function wantedOf(schema: Schema): string {
  const all = alternatives(schema).flatMap((one): string[] => {
    const shape = shapeOf(one);
    switch (shape.type) {
      case "picklist":
        return (shape.options as string[]).map(quoted);
      case "literal":
        return ["true"];
      case "number":
        return ["a whole number"];
      case "array":
        return ["a list"];
      case "string":
        return [v.is(one, "") ? "a text" : "a text that isn't empty"];
      default:
        return ["a map"];
    }
  });
  const last = all.pop()!;
  return all.length > 0 ? `${all.join(", ")} or ${last}` : last;
}

function alternatives(schema: Schema): Schema[] {
  const shape = shapeOf(schema);
  return shape.type === "union" ? (shape.options as Schema[]).flatMap(alternatives) : [shape as unknown as Schema];
}

/** The schema inside `optional`; a key without it has to be there. */
function shapeOf(schema: Schema): Shape {
  let shape = schema as unknown as Shape;
  while (shape.wrapped !== undefined) shape = shape.wrapped as unknown as Shape;
  return shape;
}

function kindOf({ type }: Shape): SourceNode["kind"] {
  return type === "array" ? "list" : type === "strict_object" || type === "record" ? "map" : "scalar";
}

/** `"answer.variables" of step 2`, `step 2`, `"end"`, `the scenario`; in a list of answers `"variables" of answer 2`. */
function nameOf(path: readonly Key[]): string {
  if (path.length === 0) return "the scenario";
  if (typeof path[0] === "number") {
    const answer = `answer ${path[0] + 1}`;
    return path.length === 1 ? answer : `${quoted(path.slice(1).join("."))} of ${answer}`;
  }
  if (path[0] !== "steps" || path.length === 1) return quoted(path.join("."));
  const step = `step ${Number(path[1]) + 1}`;
  return path.length === 2 ? step : `${quoted(path.slice(2).join("."))} of ${step}`;
}
