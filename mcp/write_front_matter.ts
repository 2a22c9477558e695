/**
 * Front matter as text: what YAML shares with JSON, so that no writer of YAML has to come along.
 * @module
 */

import type { Json, JsonObject } from "../lib/json.ts";

/** Words and names that no reader of YAML takes for anything else. */
const PLAIN = /^[A-Za-z][A-Za-z0-9_-]*(?: [A-Za-z][A-Za-z0-9_-]*)*$/;
/** Taken for something else by some reader or other. */
const TAKEN = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** One line a key, in order; values that aren't plain words as JSON. */
export function writeFrontMatter(values: JsonObject): string {
  return Object.entries(values).map(([key, value]) => `${word(key)}: ${valueText(value)}\n`).join("");
}

function valueText(value: Json): string {
  return typeof value === "string" ? word(value) : json(value);
}

function word(text: string): string {
  return PLAIN.test(text) && !TAKEN.test(text) ? text : json(text);
}

/** JSON lets units stand that YAML wants escaped. */
function json(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
