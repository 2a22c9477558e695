/**
 * JSON values.
 * @module
 */

/** Any value that survives `JSON.parse(JSON.stringify(value))`. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/**
 * Whether a value is a JSON object (neither null nor a list).
 *
 * @example
 * ```ts
 * import { isJsonObject } from "@skill-workflow/skill-workflow";
 * console.assert(isJsonObject({ a: 1 }) && !isJsonObject([1]));
 * ```
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
