/**
 * The contract on an output's value. Source: spec "Step", key `schema`.
 * @module
 */

import { type Schema, Validator } from "@cfworker/json-schema";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { LIMITS } from "../../limits.ts";
import { explainUnits } from "./explain_units.ts";
import { expandSchema } from "./schema_parts.ts";

/** How many values an output may hold, and how many items a list that has to be free of doubles. */
const VALUES = 100_000;
const UNIQUE_ITEMS = 1_000;
/** Past so many values only the first problem of a list is looked for. */
const THOROUGH = 2_000;
const SHOWN = 20;

interface Compiled {
  schema: JsonObject;
  thorough: Validator;
  quick: Validator;
  wantsUnique: boolean;
}

const CACHE_SIZE = 100;
const cache = new Map<string, Compiled | string>();

/**
 * What a value lacks of its schema: where (a JSON pointer), wanted, actual, one line each; empty where it's met. A schema
 * that can't be used is a problem of every value: `findSchemaProblems` tells beforehand.
 *
 * @example
 * ```ts
 * import { checkSchema } from "./mod.ts";
 * console.assert(checkSchema({ type: "integer" }, "two")[0] === 'At the top: wanted an integer, got "two"');
 * ```
 */
export function checkSchema(schema: JsonObject, value: Json): string[] {
  const compiled = compileSchema(schema);
  if (typeof compiled === "string") return [`Schema can't be used: ${compiled}`];
  const size = measure(value);
  if (size.depth > LIMITS.depth) return [`At the top: wanted at most ${LIMITS.depth} levels, got more`];
  if (size.values > VALUES) return [`At the top: wanted at most ${VALUES} values in all, got more`];
  if (compiled.wantsUnique && size.items > UNIQUE_ITEMS) {
    return [`At the top: wanted at most ${UNIQUE_ITEMS} items in a list beside uniqueItems, got ${size.items}`];
  }
  const validator = size.values > THOROUGH ? compiled.quick : compiled.thorough;
  let lines: string[];
  try {
    const { valid, errors } = validator.validate(value);
    lines = valid ? [] : [...new Set(explainUnits(errors, compiled.schema, value))];
  } catch (error) {
    // It writes property names into addresses, which names with half a character can't become.
    return [`At the top: the value can't be checked (${error instanceof Error ? error.message : error})`];
  }
  return lines.length > SHOWN ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`] : lines;
}

function compileSchema(schema: JsonObject): Compiled | string {
  const text = JSON.stringify(schema);
  const known = cache.get(text);
  if (known !== undefined) return known;
  const compiled = compile(schema);
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
  cache.set(text, compiled);
  return compiled;
}

function compile(schema: JsonObject): Compiled | string {
  try {
    const expanded = expandSchema(schema);
    // The validator writes marks into its schema, so it gets its own.
    const copy = structuredClone(expanded) as Schema;
    return {
      schema: expanded,
      thorough: new Validator(copy, "2020-12", false),
      quick: new Validator(copy, "2020-12", true),
      wantsUnique: JSON.stringify(expanded).includes('"uniqueItems":true'),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function measure(value: Json): { depth: number; values: number; items: number } {
  const size = { depth: 0, values: 0, items: 0 };
  const visit = (part: Json, depth: number): void => {
    size.depth = Math.max(size.depth, depth);
    if (++size.values > VALUES || depth > LIMITS.depth) return;
    if (Array.isArray(part)) {
      size.items = Math.max(size.items, part.length);
      for (const item of part) visit(item, depth + 1);
    } else if (isJsonObject(part)) {
      for (const key of Object.keys(part)) visit(part[key], depth + 1);
    }
  };
  visit(value, 1);
  return size;
}
