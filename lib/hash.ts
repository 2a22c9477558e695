/**
 * Equality of JSON values by a short text. Not for security: digests that must withstand an attacker are the host's work.
 * @module
 */

import type { Json } from "./json.ts";

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
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b >>> 0).toString(16).padStart(8, "0") + (a >>> 0).toString(16).padStart(8, "0");
}
