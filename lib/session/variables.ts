/**
 * Context variables: checked against their declarations before they're merged.
 * @module
 */

import { didYouMean } from "../did_you_mean.ts";
import { InvalidInputError } from "../error.ts";
import { canonicalJson } from "../hash.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { Variable, Workflow } from "../workflow/workflow.ts";

const FITS: Record<Variable["type"], (value: Json) => boolean> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value),
  object: isJsonObject,
};

/**
 * What is wrong with a value for a variable, in words; undefined where it fits. Null unsets a variable that isn't
 * required.
 */
export function variableProblem(variable: Variable, value: Json): string | undefined {
  if (value === null && !variable.required) return undefined;
  if (!FITS[variable.type](value)) return `wanted ${variable.type}, got ${describeJson(value)}`;
  if (variable.enum && !variable.enum.some((one) => canonicalJson(one) === canonicalJson(value))) {
    return `wanted one of ${variable.enum.map((one) => JSON.stringify(one)).join(", ")}, got ${describeJson(value)}`;
  }
  return undefined;
}

/**
 * Checks values against the declarations.
 *
 * @throws {InvalidInputError} for an undeclared variable or a value that doesn't fit; `data.field` names it
 */
export function checkVariables(workflow: Workflow, values: JsonObject, field: string): void {
  for (const [name, value] of Object.entries(values)) {
    const declared = Object.keys(workflow.variables);
    if (!Object.hasOwn(workflow.variables, name)) {
      const hint = didYouMean(name, declared) ||
        (declared.length > 0 ? `declared are ${declared.join(", ")}` : "the workflow declares none in context_schema");
      throw new InvalidInputError(`Unknown variable "${name}" in ${field}: ${hint}`, {
        field: `${field}.${name}`,
        wanted: declared,
        actual: name,
      });
    }
    const problem = variableProblem(workflow.variables[name], value);
    if (problem) {
      throw new InvalidInputError(`Variable "${name}" in ${field} doesn't fit: ${problem}`, {
        field: `${field}.${name}`,
        wanted: workflow.variables[name].type,
        actual: value,
      });
    }
  }
}

/**
 * The context at the start: given values, else defaults, else null.
 *
 * @throws {InvalidInputError} for a required variable that isn't given, or a value that doesn't fit
 */
export function initialContext(workflow: Workflow, given: JsonObject): JsonObject {
  checkVariables(workflow, given, "initial_context");
  const missing = Object.values(workflow.variables)
    .filter((v) => v.required && v.default === undefined && !Object.hasOwn(given, v.name));
  if (missing.length > 0) {
    const names = missing.map((v) => `"${v.name}" (${v.type}${v.description ? `: ${v.description}` : ""})`);
    throw new InvalidInputError(
      `The workflow "${workflow.name}" needs ${names.join(", ")} in initial_context`,
      { field: "initial_context", wanted: missing.map((v) => v.name), actual: Object.keys(given) },
    );
  }
  return Object.fromEntries(
    Object.values(workflow.variables).map((
      v,
    ) => [v.name, Object.hasOwn(given, v.name) ? given[v.name] : v.default ?? null]),
  );
}

/** A JSON value in a few words, for messages. */
export function describeJson(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value);
  return `${typeof value} ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
