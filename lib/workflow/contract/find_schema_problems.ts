/**
 * What is wrong with an author's JSON Schema.
 * @module
 */

import { didYouMean } from "../../did_you_mean.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { LIMITS } from "../../limits.ts";
import { pointer, SCHEMA_PARTS, schemaParts, targetOf } from "./schema_parts.ts";
import { KEYWORDS, type KeywordShape, REFUSED, TYPES } from "./schema_keywords.ts";

/** One finding about a schema; `path` is the JSON pointer of the keyword. */
export interface SchemaProblem {
  path: string;
  code: "bad-schema" | "unsupported-schema-keyword";
  message: string;
}

/**
 * Everything wrong with a schema: keywords that contracts don't take, values of a wrong shape, references that lead
 * nowhere or in a circle, too large a schema. Source: spec "Step", key `schema`.
 *
 * @example
 * ```ts
 * import { findSchemaProblems } from "./mod.ts";
 * console.assert(findSchemaProblems({ type: "string", format: "date" })[0].code === "unsupported-schema-keyword");
 * ```
 */
export function findSchemaProblems(schema: JsonObject): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  let count = 0;
  const visit = (part: Json, path: string, depth: number): void => {
    if (++count > SCHEMA_PARTS) return;
    if (typeof part === "boolean") return;
    if (!isJsonObject(part)) {
      const tuple = Array.isArray(part) && path.endsWith("/items")
        ? '; a list of schemas is written "prefixItems"'
        : "";
      const message = `Wanted a schema (an object, true or false), got ${show(part)}${tuple}`;
      problems.push({ path, code: "bad-schema", message });
    } else if (depth > LIMITS.depth) {
      problems.push({ path, code: "bad-schema", message: `Schema is nested deeper than ${LIMITS.depth}` });
    } else {
      problems.push(...findKeywordProblems(part, path));
      for (const child of schemaParts(part)) visit(child.schema, path + child.path, depth + 1);
    }
  };
  visit(schema, "", 1);
  if (count > SCHEMA_PARTS) {
    return [{ path: "", code: "bad-schema", message: `Schema has more than ${SCHEMA_PARTS} parts` }];
  }
  return problems.length > 0 ? problems : findReferenceProblems(schema);
}

function findKeywordProblems(schema: JsonObject, path: string): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  for (const [name, value] of Object.entries(schema)) {
    const at = path + pointer(name);
    const refuse = (message: string) => problems.push({ path: at, code: "unsupported-schema-keyword", message });
    const shape = KEYWORDS.get(name);
    if (REFUSED.has(name)) {
      refuse(`"${name}" isn't available; ${REFUSED.get(name)}`);
    } else if (shape === undefined) {
      refuse(`"${name}" isn't a keyword of JSON Schema; ${didYouMean(name, KEYWORDS.keys()) || "leave it out"}`);
    } else if (shape === "reference" && typeof value === "string" && !value.startsWith("#/")) {
      refuse(`"$ref" to ${show(value)} isn't followed; refer to parts of the same schema with #/$defs/name`);
    } else if (shape === "dialect" && typeof value === "string" && !value.includes("json-schema.org/draft/2020-12/")) {
      refuse(`Dialect ${show(value)} isn't available; leave "$schema" out, or name draft 2020-12`);
    } else {
      const wanted = wantedShape(shape, value);
      if (wanted) {
        problems.push({ path: at, code: "bad-schema", message: `"${name}" wants ${wanted}, got ${show(value)}` });
      }
    }
  }
  return problems;
}

/** What a keyword's value should be, where it isn't. Subschemas are looked at on their own. */
function wantedShape(shape: KeywordShape, value: Json): string | undefined {
  const isCount = (item: Json) => typeof item === "number" && Number.isInteger(item) && item >= 0;
  const isNames = (item: Json) => Array.isArray(item) && item.every((name) => typeof name === "string");
  switch (shape) {
    case "schemas":
      return Array.isArray(value) && value.length > 0 ? undefined : "a list of schemas";
    case "schema-map":
      return isJsonObject(value) ? undefined : "an object of schemas";
    case "types": {
      const names = Array.isArray(value) ? value : [value];
      if (names.length > 0 && names.every((name) => TYPES.includes(name as string))) return undefined;
      const suggestion = typeof value === "string" ? didYouMean(value, TYPES) : "";
      return `one or several of ${TYPES.join(", ")}${suggestion && ` (${suggestion})`}`;
    }
    case "values":
      return Array.isArray(value) && value.length > 0 ? undefined : "a list of values that isn't empty";
    case "names":
      return isNames(value) ? undefined : "a list of property names";
    case "names-map":
      return isJsonObject(value) && Object.values(value).every(isNames) ? undefined : "an object of lists of names";
    case "number":
      return typeof value === "number" ? undefined : "a number";
    case "positive":
      return typeof value === "number" && value > 0 ? undefined : "a number above 0";
    case "count":
      return isCount(value) ? undefined : "a whole number, 0 or more";
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "text":
    case "dialect":
    case "reference":
      return typeof value === "string" ? undefined : "a text";
    default:
      return undefined;
  }
}

/** References that lead nowhere, and circles; then the size with every reference followed. */
function findReferenceProblems(schema: JsonObject): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const sizes = new Map<Json, number>();
  const open = new Set<Json>();
  const sizeOf = (part: Json, path: string): number => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    if (!isJsonObject(part)) return 1;
    open.add(part);
    let size = 1;
    for (const child of schemaParts(part)) size += sizeOf(child.schema, path + child.path);
    if (typeof part.$ref === "string") {
      const at = `${path}/$ref`;
      const target = targetOf(schema, part.$ref);
      const bad = (message: string) => problems.push({ path: at, code: "bad-schema", message });
      if (target === undefined) bad(`"$ref" leads to ${show(part.$ref)}, which isn't a schema here`);
      else if (open.has(target)) bad(`"$ref" to ${show(part.$ref)} leads in a circle; write the levels out`);
      else size += sizeOf(target, part.$ref.slice(1));
    }
    open.delete(part);
    sizes.set(part, size);
    return size;
  };
  const size = sizeOf(schema, "");
  if (problems.length === 0 && size > SCHEMA_PARTS) {
    const message = `Schema has ${size} parts with every "$ref" followed; wanted at most ${SCHEMA_PARTS}`;
    problems.push({ path: "", code: "bad-schema", message });
  }
  return problems;
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
