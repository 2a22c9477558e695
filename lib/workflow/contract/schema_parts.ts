/**
 * Subschemas and the references between them.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { ANNOTATIONS, KEYWORDS } from "./schema_keywords.ts";

/** How many subschemas a schema may have, every reference followed. */
export const SCHEMA_PARTS = 2_000;

/** A subschema, and the JSON pointer from the schema that holds it. */
export interface SchemaPart {
  schema: Json;
  path: string;
}

/** The subschemas directly below a schema. */
export function schemaParts(schema: JsonObject): SchemaPart[] {
  const parts: SchemaPart[] = [];
  for (const [name, value] of Object.entries(schema)) {
    const shape = KEYWORDS.get(name);
    const path = pointer(name);
    if (shape === "schema") parts.push({ schema: value, path });
    else if (shape === "schemas" && Array.isArray(value)) {
      value.forEach((item, i) => parts.push({ schema: item, path: `${path}/${i}` }));
    } else if (shape === "schema-map" && isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) parts.push({ schema: item, path: path + pointer(key) });
    }
  }
  return parts;
}

/** One token of a JSON pointer, its slash included. */
export function pointer(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The subschema that a reference (`#/$defs/name`) leads to. */
export function targetOf(root: JsonObject, reference: string): Json | undefined {
  let schema: Json = root;
  let path = reference.slice(1);
  while (path !== "") {
    if (!isJsonObject(schema)) return undefined;
    const next: SchemaPart | undefined = schemaParts(schema).find((part) =>
      path === part.path || path.startsWith(`${part.path}/`)
    );
    if (!next) return undefined;
    schema = next.schema;
    path = path.slice(next.path.length);
  }
  return schema;
}

/**
 * The schema with every reference replaced by what it leads to and without annotations. Wants a schema without problems:
 * references end, and the result is bounded.
 */
export function expandSchema(root: JsonObject): JsonObject {
  return expand(root, root) as JsonObject;
}

function expand(schema: Json, root: JsonObject): Json {
  if (!isJsonObject(schema)) return schema;
  const expanded: JsonObject = {};
  for (const [name, value] of Object.entries(schema)) {
    if (ANNOTATIONS.has(name) || name === "$ref") continue;
    const shape = KEYWORDS.get(name);
    expanded[name] = shape === "schema"
      ? expand(value, root)
      : shape === "schemas"
      ? (value as Json[]).map((item) => expand(item, root))
      : shape === "schema-map"
      ? expandMap(value as JsonObject, root)
      : value;
  }
  if (typeof schema.$ref !== "string") return expanded;
  const target = expand(targetOf(root, schema.$ref)!, root);
  if (Object.keys(expanded).length === 0) return target;
  return { ...expanded, allOf: [target, ...(expanded.allOf as Json[] | undefined ?? [])] };
}

function expandMap(map: JsonObject, root: JsonObject): JsonObject {
  // A property may be called `__proto__`: defined, it's a property like any other.
  const expanded: JsonObject = {};
  for (const [key, item] of Object.entries(map)) {
    Object.defineProperty(expanded, key, { value: expand(item, root), enumerable: true });
  }
  return expanded;
}
