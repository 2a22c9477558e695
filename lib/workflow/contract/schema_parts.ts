/**
 * Subschemas and the references between them.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { ANNOTATIONS, KEYWORDS, type KeywordShape } from "./schema_keywords.ts";

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
 * The schema with every reference replaced by what it leads to and without annotations.
 *
 * @throws {RangeError} for what `findSchemaProblems` calls a problem, as far as it would do harm: a keyword that isn't
 * available, a reference that leads nowhere or in a circle, too large a schema
 */
export function expandSchema(root: JsonObject): JsonObject {
  let parts = 0;
  const expand = (schema: Json): Json => {
    if (++parts > SCHEMA_PARTS) throw new RangeError(`it has more than ${SCHEMA_PARTS} parts`);
    if (!isJsonObject(schema)) return schema;
    const expanded: JsonObject = {};
    for (const [name, value] of Object.entries(schema)) {
      if (!KEYWORDS.has(name)) throw new RangeError(`"${name}" isn't available`);
      if (!ANNOTATIONS.has(name) && name !== "$ref") expanded[name] = expandValue(KEYWORDS.get(name)!, value);
    }
    if (schema.$ref === undefined) return expanded;
    const target = targetOf(root, String(schema.$ref));
    if (target === undefined) throw new RangeError(`"$ref" to "${schema.$ref}" leads nowhere`);
    const referred = expand(target);
    if (Object.keys(expanded).length === 0) return referred;
    return { ...expanded, allOf: [referred, ...(expanded.allOf as Json[] | undefined ?? [])] };
  };
  const expandValue = (shape: KeywordShape, value: Json): Json => {
    if (shape === "schema") return expand(value);
    if (shape === "schemas" && Array.isArray(value)) return value.map(expand);
    if (shape !== "schema-map" || !isJsonObject(value)) return value;
    const expanded: JsonObject = {};
    for (const [key, item] of Object.entries(value)) {
      // A property may be called `__proto__`: defined, it's a property like any other.
      Object.defineProperty(expanded, key, { value: expand(item), enumerable: true });
    }
    return expanded;
  };
  return expand(root) as JsonObject;
}
