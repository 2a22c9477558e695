/**
 * Digests that withstand an attacker: trust, pinned definitions, large outputs.
 * @module
 */

import { hash } from "node:crypto";

/**
 * SHA-256 of a text (as UTF-8) or of bytes, as 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { sha256 } from "./sha256.ts";
 * console.assert(sha256("abc").startsWith("ba7816bf"));
 * ```
 */
export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data);
}
