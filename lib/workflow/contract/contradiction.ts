/**
 * Contracts that no deliverable can meet, as far as that can be proved. Source: spec rule `unsatisfiable-contract`.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { LIMITS } from "../../limits.ts";
import type { Require } from "../workflow.ts";
import { checkSchema } from "./check_schema.ts";
import { compilePattern } from "./compile_pattern.ts";
import { isFoundIn } from "./match_pattern.ts";
import { pointer, schemaParts } from "./schema_parts.ts";
import { shortestLine } from "./shortest_line.ts";

/**
 * Why no text can meet a `require`; undefined where that isn't provable. The checks look at different parts of a text, so
 * only the last line's pattern can rule everything out.
 *
 * @example
 * ```ts
 * import { findContradiction } from "./mod.ts";
 * const start = { line: 1, column: 1, offset: 0 };
 * const require = { lastLineRegex: "DONE\\n", ranges: {}, range: { start, end: start } };
 * console.assert(findContradiction(require)?.includes("no line"));
 * ```
 */
export function findContradiction(require: Require): string | undefined {
  const pattern = require.lastLineRegex;
  if (pattern === undefined) return undefined;
  const program = compilePattern(pattern);
  if (typeof program === "string") return undefined;
  const shortest = shortestLine(program);
  const written = JSON.stringify(pattern);
  if (shortest === Infinity) {
    return `Pattern ${written} matches no line: it wants a line end, or nothing that can be read`;
  }
  if (shortest > LIMITS.patternInput) {
    return `Pattern ${written} wants a line of at least ${shortest} characters, and one has at most ${LIMITS.patternInput}`;
  }
  const other = otherCheck(require);
  if (other && /^(?:\^|\\A)(?:\\s[*+?]?| [*+?]?)?(?:\$|\\z)$/.test(pattern) && isFoundIn(program, "")) {
    return `Pattern ${written} matches an empty text only, and ${other} wants one that isn't`;
  }
  return undefined;
}

/** A check that an empty text fails. */
function otherCheck(require: Require): string | undefined {
  if (require.nonEmpty) return "non_empty";
  if (require.contains?.some((part) => part.trim() !== "")) return "contains";
  return require.until?.trim() ? "until" : undefined;
}

/**
 * Where a schema rules every value out, and why; undefined where that isn't provable. Wants a schema without problems.
 *
 * @example
 * ```ts
 * import { findSchemaContradiction } from "./mod.ts";
 * console.assert(findSchemaContradiction({ type: "integer", enum: ["a"] })?.path === "/enum");
 * ```
 */
export function findSchemaContradiction(schema: JsonObject): { path: string; message: string } | undefined {
  return contradictionOf(schema, "");
}

const BOUNDS: [lower: string, upper: string][] = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
];

/** Types that a keyword's bounds speak of; values of other types pass it by. */
const BOUND_TYPES: Record<string, string> = {
  minimum: "number",
  minLength: "string",
  minItems: "array",
  minProperties: "object",
};

function contradictionOf(schema: Json, path: string): { path: string; message: string } | undefined {
  if (schema === false) return { path, message: "Schema is false, which no value meets" };
  if (!isJsonObject(schema)) return undefined;
  return valuesContradict(schema, path) ?? boundsContradict(schema, path) ?? propertiesContradict(schema, path) ??
    partsContradict(schema, path);
}

/** `enum` and `const` against everything else that stands beside them. */
function valuesContradict(schema: JsonObject, path: string): { path: string; message: string } | undefined {
  const { enum: values, const: value, $ref: _, ...others } = schema;
  const name = values !== undefined ? "enum" : "const";
  const possible = Array.isArray(values) ? values : value !== undefined ? [value] : [];
  const rest: JsonObject = name === "enum" && value !== undefined ? { ...others, const: value } : others;
  if (possible.length === 0 || hasReference(rest)) return undefined;
  if (possible.some((one) => checkSchema(rest, one).length === 0)) return undefined;
  return { path: `${path}/${name}`, message: `None of the values of "${name}" meets what stands beside it` };
}

function boundsContradict(schema: JsonObject, path: string): { path: string; message: string } | undefined {
  for (const [lower, upper] of BOUNDS) {
    const [low, high] = [schema[lower], schema[upper]];
    const types = [schema.type].flat().map((type) => type === "integer" ? "number" : type);
    if (typeof low !== "number" || typeof high !== "number" || low <= high) continue;
    if (types.length !== 1 || types[0] !== BOUND_TYPES[lower]) continue;
    return {
      path: `${path}/${lower}`,
      message: `"${lower}" is ${low} and "${upper}" is ${high}: no value lies between`,
    };
  }
  return undefined;
}

/** Properties that are required and can't be there. */
function propertiesContradict(schema: JsonObject, path: string): { path: string; message: string } | undefined {
  if (schema.type !== "object" || !Array.isArray(schema.required)) return undefined;
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  for (const name of schema.required as string[]) {
    if (Object.hasOwn(properties, name)) {
      const found = contradictionOf(properties[name], `${path}/properties${pointer(name)}`);
      if (found) return found;
    } else if (schema.additionalProperties === false) {
      const message = `Property ${JSON.stringify(name)} is required, and "additionalProperties" doesn't allow it`;
      return { path: `${path}/required`, message };
    }
  }
  return undefined;
}

function partsContradict(schema: JsonObject, path: string): { path: string; message: string } | undefined {
  const found = (keyword: string) =>
    schemaParts({ [keyword]: schema[keyword] ?? [] }).map((part) => contradictionOf(part.schema, path + part.path));
  const forms = [found("anyOf"), found("oneOf")].find((list) => list.length > 0 && list.every((one) => one));
  if (schema.not === true || (isJsonObject(schema.not) && Object.keys(schema.not).length === 0)) {
    return { path: `${path}/not`, message: '"not" rules out every value' };
  }
  return found("allOf").find((one) => one) ?? forms?.[0];
}

function hasReference(schema: Json): boolean {
  return JSON.stringify(schema).includes('"$ref"');
}
