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

/** The two lanes of a hash that takes in its texts one by one. */
export class TextHash {
  a: number = 0xdeadbeef | 0;
  b: number = 0x41c6ce57 | 0;

  /** Takes in a text. */
  add(text: string): this {
    let { a, b } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
    }
    this.a = a;
    this.b = b;
    return this;
  }

  /** Takes in a number of up to 32 bits; one over 65,535 can't be taken for a text's. */
  mark(unit: number): this {
    this.a = Math.imul(this.a ^ unit, 2654435761);
    this.b = Math.imul(this.b ^ unit, 1597334677);
    return this;
  }

  /** The final mix, once everything is in. */
  mix(): this {
    const { a, b } = this;
    this.a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    this.b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(this.a ^ (this.a >>> 13), 3266489909);
    return this;
  }
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Looked up, which takes a third of the time of writing the number out. */
function hex(lane: number): string {
  return BYTES[lane >>> 24] + BYTES[(lane >>> 16) & 255] + BYTES[(lane >>> 8) & 255] + BYTES[lane & 255];
}
