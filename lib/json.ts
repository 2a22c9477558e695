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

/**
 * A record's own value for a key, never one that every object inherits: step ids such as `toString` are legal.
 *
 * @example
 * ```ts
 * import { ownValue } from "@skill-workflow/skill-workflow";
 * console.assert(ownValue({ a: 1 }, "a") === 1 && ownValue({}, "toString") === undefined);
 * ```
 */
export function ownValue<T>(record: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
