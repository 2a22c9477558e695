/**
 * Equality of JSON values by a short text. Not for security: digests that must withstand an attacker are the host's work.
 * @module
 */

import type { Json } from "./json.ts";
import { TextHash } from "./text_hash.ts";

/**
 * JSON text with the keys of every object sorted: equal values give equal texts.
 *
 * @example
 * ```ts
 * import { canonicalJson } from "@skill-workflow/skill-workflow";
 * console.assert(canonicalJson({ b: 1, a: [2] }) === '{"a":[2],"b":1}');
 * ```
 */
export function canonicalJson(value: Json | undefined): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

/**
 * A 64-bit hash of a text as 16 hexadecimal digits: two lanes of multiply-and-xor with a final mix (the construction
 * known as cyrb53, with both lanes kept whole).
 *
 * @example
 * ```ts
 * import { hashText } from "@skill-workflow/skill-workflow";
 * console.assert(hashText("a") !== hashText("b") && hashText("a").length === 16);
 * ```
 */
export function hashText(text: string): string {
  const hash = new TextHash().add(text).mix();
  return hex(hash.b) + hex(hash.a);
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Looked up, which takes a third of the time of writing the number out. */
function hex(lane: number): string {
  return BYTES[lane >>> 24] + BYTES[(lane >>> 16) & 255] + BYTES[(lane >>> 8) & 255] + BYTES[lane & 255];
}
