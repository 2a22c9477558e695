/**
 * The part of JSON Schema (draft 2020-12) that contracts take, and what to write in the place of the rest.
 * Source: spec "Step", key `schema`, and the decision on `@cfworker/json-schema`.
 * @module
 */

/** What a keyword's value has to be. */
export type KeywordShape =
  | "schema"
  | "schemas"
  | "schema-map"
  | "types"
  | "values"
  | "names"
  | "names-map"
  | "number"
  | "positive"
  | "count"
  | "boolean"
  | "text"
  | "dialect"
  | "reference"
  | "any";

/** The names of the types. */
export const TYPES: readonly string[] = ["string", "integer", "number", "boolean", "array", "object", "null"];

/** The keywords that are taken. */
export const KEYWORDS: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ["$ref", "reference"],
  ["$schema", "dialect"],
  ["type", "types"],
  ["enum", "values"],
  ["const", "any"],
  ...list("schema-map", "properties", "$defs", "definitions", "dependentSchemas"),
  ...list("schema", "additionalProperties", "unevaluatedProperties", "propertyNames", "items", "unevaluatedItems"),
  ...list("schema", "contains", "not", "if", "then", "else"),
  ...list("schemas", "prefixItems", "allOf", "anyOf", "oneOf"),
  ["required", "names"],
  ["dependentRequired", "names-map"],
  ...list("number", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
  ["multipleOf", "positive"],
  ...list("count", "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"),
  ...list("count", "minProperties", "maxProperties"),
  ["uniqueItems", "boolean"],
  ...list("text", "title", "description", "$comment"),
  ...list("any", "default", "examples"),
  ...list("boolean", "deprecated", "readOnly", "writeOnly"),
]);

/** Keywords that say nothing about what is valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  ["$schema", "$defs", "definitions", "title", "description", "$comment", "default", "examples"]
    .concat(["deprecated", "readOnly", "writeOnly"]),
);

/** Keywords of JSON Schema and its kin that aren't taken, and what to write. */
export const REFUSED: ReadonlyMap<string, string> = new Map([
  ["pattern", "check the text's last line with require.last_line_regex, or list the values in enum"],
  ["patternProperties", "name the properties in properties, or give the others a schema in additionalProperties"],
  ["format", "say the format in description; it isn't checked"],
  ["$id", "refer to parts of the same schema with #/$defs/name"],
  ["id", "refer to parts of the same schema with #/$defs/name"],
  ["$anchor", "refer to parts of the same schema with #/$defs/name"],
  ["$dynamicRef", "refer to parts of the same schema with $ref and #/$defs/name"],
  ["$dynamicAnchor", "refer to parts of the same schema with $ref and #/$defs/name"],
  ["$recursiveRef", "refer to parts of the same schema with $ref and #/$defs/name"],
  ["$recursiveAnchor", "refer to parts of the same schema with $ref and #/$defs/name"],
  ["$vocabulary", "leave it out"],
  ["additionalItems", "write items beside prefixItems"],
  ["dependencies", "write dependentRequired or dependentSchemas"],
  ["contentEncoding", "say it in description; it isn't checked"],
  ["contentMediaType", "say it in description; it isn't checked"],
  ["contentSchema", "say it in description; it isn't checked"],
  ["nullable", 'write the type as a list: ["string", "null"]'],
  ["discriminator", "write oneOf with a const in each form"],
]);

function list(shape: KeywordShape, ...names: string[]): [string, KeywordShape][] {
  return names.map((name) => [name, shape]);
}
