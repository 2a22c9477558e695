/**
 * Arguments against a tool's input schema, before anything is sent.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../lib/json.ts";
import { checkSchema } from "../../lib/workflow/contract/check_schema.ts";
import { findSchemaProblems } from "../../lib/workflow/contract/find_schema_problems.ts";
import { KEYWORDS } from "../../lib/workflow/contract/schema_keywords.ts";

/**
 * What the arguments lack, one line each. What can't be checked here without running a stranger's patterns or fetching a
 * stranger's references isn't checked: the server will.
 */
export function checkArguments(schema: JsonObject, args: JsonObject): string[] {
  const { part } = checkable(schema, 0);
  if (!isJsonObject(part) || findSchemaProblems(part).length > 0) return [];
  return checkSchema(part, args);
}

const DEPTH = 24;
/** Where a looser part would make the whole stricter. */
const TURNED: ReadonlySet<string> = new Set(["not", "oneOf", "if", "contains"]);

/** A schema with only what can be checked, and whether anything was left out. */
function checkable(schema: Json, depth: number): { part: Json; cut: boolean } {
  if (!isJsonObject(schema)) return { part: schema, cut: false };
  if (depth > DEPTH) return { part: {}, cut: true };
  const part: JsonObject = {};
  let cut = false;
  for (const [name, value] of Object.entries(schema)) {
    const shape = KEYWORDS.get(name);
    if (shape === undefined) {
      cut ||= !name.startsWith("x-");
      continue;
    }
    if (shape === "dialect") continue;
    const inner = checkValue(shape, value, depth);
    if (inner.cut && TURNED.has(name)) cut = true;
    else {
      part[name] = inner.part;
      cut ||= inner.cut;
    }
  }
  // Names that a pattern would have let through.
  if (Object.hasOwn(schema, "patternProperties")) delete part.additionalProperties, delete part.unevaluatedProperties;
  if (!Object.hasOwn(part, "if")) delete part.then, delete part.else;
  return { part, cut };
}

function checkValue(shape: string, value: Json, depth: number): { part: Json; cut: boolean } {
  if (shape === "schema") return checkable(value, depth + 1);
  if (shape === "schemas" && Array.isArray(value)) {
    const parts = value.map((item) => checkable(item, depth + 1));
    return { part: parts.map((one) => one.part), cut: parts.some((one) => one.cut) };
  }
  if (shape === "schema-map" && isJsonObject(value)) {
    const parts = Object.entries(value).map(([key, item]) => [key, checkable(item, depth + 1)] as const);
    return {
      part: Object.fromEntries(parts.map(([key, one]) => [key, one.part])),
      cut: parts.some(([, one]) => one.cut),
    };
  }
  return { part: value, cut: false };
}
