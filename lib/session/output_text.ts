/**
 * The text of a delivered value.
 * @module
 */

import type { Json } from "../json.ts";

/**
 * A string as it is, anything else as JSON; nothing sent is an empty text.
 */
export function outputText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
