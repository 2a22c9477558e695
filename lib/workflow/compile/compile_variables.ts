/**
 * `context_schema`: the variables of a run. Source: spec "Workflow".
 * @module
 */

import { nearest } from "../../did_you_mean.ts";
import type { Diagnostic, Range } from "../../diagnostic.ts";
import { canonicalJson } from "../../hash.ts";
import type { Json } from "../../json.ts";
import type { SourceMap, SourceNode } from "../../skill/source_node.ts";
import { DEFAULTS, TYPE_SPELLINGS } from "../schema/mod.ts";
import type { Variable, VariableType } from "../workflow.ts";
import { entryOf, flagAt, itemsAt, mapAt, textAt, toJson } from "./read_source.ts";
import type { Report } from "./report.ts";
import { nodeInWords, quoted } from "./wording.ts";

/** Reads the variables, and reports defaults and values that don't fit (rules `bad-default`, `wrong-type`). */
export function compileVariables(source: SourceMap, report: Report): Record<string, Variable> {
  const variables: Record<string, Variable> = Object.create(null);
  for (const { key, keyRange, value } of mapAt(source, "context_schema")?.entries ?? []) {
    if (key === "__proto__") continue;
    variables[key] = compileVariable(key, keyRange, value.kind === "map" ? value : undefined, report);
  }
  return variables;
}

function compileVariable(name: string, range: Range, map: SourceMap | undefined, report: Report): Variable {
  const type = typeOf(textAt(map, "type")?.value);
  const variable: Variable = { name, type, required: flagAt(map, "required") ?? false, range };
  const description = textAt(map, "description")?.value;
  if (description !== undefined) variable.description = description;

  const items = itemsAt(map, "enum");
  for (const item of items) {
    if (isOfType(toJson(item), type)) continue;
    report.add(
      "wrong-type",
      item.range,
      `Wrong value in the enum of variable ${quoted(name)}: wanted ${wantedOf(type)}, got ${nodeInWords(item)}`,
    );
  }
  if (items.length > 0) variable.enum = items.map(toJson);

  // `default: null` says what holds anyway: a variable that is declared and unset is null.
  const written = entryOf(map, "default")?.value;
  if (written === undefined || written.kind === "scalar" && written.value === null) return variable;
  const value = toJson(written);
  const problem = defaultProblem(value, written, variable);
  if (problem === undefined) variable.default = value;
  else {report.add(
      "bad-default",
      written.range,
      `Wrong default of variable ${quoted(name)}: ${problem}`,
      advice(written, items),
    );}
  return variable;
}

/** The value of the enum that was meant, or where to look. */
function advice(node: SourceNode, values: readonly SourceNode[]): Pick<Diagnostic, "help" | "repair"> {
  const texts = values.flatMap((one) => one.kind === "scalar" && typeof one.value === "string" ? [one.value] : []);
  const near = node.kind === "scalar" ? nearest(node.text, texts).at(0) : undefined;
  if (near === undefined) return { help: "Change the default, or what the variable may hold" };
  return {
    help: `Did you mean ${quoted(near)}?`,
    repair: { title: `Change it to ${quoted(near)}`, edits: [{ range: node.range, text: JSON.stringify(near) }] },
  };
}

function typeOf(written: string | undefined): VariableType {
  return written !== undefined && Object.hasOwn(TYPE_SPELLINGS, written)
    ? TYPE_SPELLINGS[written]
    : DEFAULTS.variableType;
}

function defaultProblem(value: Json, node: SourceNode, { type, enum: values }: Variable): string | undefined {
  if (!isOfType(value, type)) return `wanted ${wantedOf(type)}, got ${nodeInWords(node)}`;
  const text = canonicalJson(value);
  if (values === undefined || values.some((one) => canonicalJson(one) === text)) return undefined;
  const shown = values.slice(0, 10).map((one) => canonicalJson(one).slice(0, 80)).join(", ");
  return `wanted one of ${shown}${values.length > 10 ? ", …" : ""}, got ${nodeInWords(node)}`;
}

function isOfType(value: Json, type: VariableType): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number";
    case "list":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "boolean":
      return typeof value === "boolean";
    default:
      return typeof value === "string";
  }
}

function wantedOf(type: VariableType): string {
  const words: Record<VariableType, string> = {
    string: "a text",
    integer: "a whole number",
    number: "a number",
    boolean: "true or false",
    list: "a list",
    object: "a map",
  };
  return words[type];
}
