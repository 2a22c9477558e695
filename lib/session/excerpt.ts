/**
 * The beginning of a text, for messages.
 * @module
 */

import { LIMITS } from "../limits.ts";

/**
 * At most `LIMITS.rejectedExcerpt` units of a text, never half a surrogate pair.
 */
export function excerpt(text: string, limit: number = LIMITS.rejectedExcerpt): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const cut = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return `${text.slice(0, cut)}…`;
}
