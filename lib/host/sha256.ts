/**
 * Digests that withstand an attacker: trust, pinned definitions, large outputs.
 * @module
 */

import { createHash } from "node:crypto";

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
  return createHash("sha256").update(data).digest("hex");
}
