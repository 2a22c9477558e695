/**
 * Sentinel words: how `branch`, `until` and `require.until` are found in a text. Source: spec "Step", key `branch`.
 * @module
 */

import { LIMITS } from "../limits.ts";

/**
 * Whether a sentinel stands in a text as a whole word (or words), whatever the case.
 *
 * A word is bounded by anything but letters, digits, marks and `_`; a sentinel's own punctuation needs no bounds. Runs of
 * blanks and line ends count as one blank. Linear in the length of the text. An empty sentinel stands nowhere.
 *
 * @example
 * ```ts
 * import { containsSentinel } from "./sentinel.ts";
 * console.assert(containsSentinel("All tests pass: DONE.", "done") && !containsSentinel("UNDONE", "DONE"));
 * ```
 */
export function containsSentinel(text: string, sentinel: string): boolean {
  const word = fold(sentinel).trim();
  if (word === "" || word.length > LIMITS.sentinel) return false;
  const folded = fold(text);
  const boundedBefore = isWordPart(word.codePointAt(0)!);
  const boundedAfter = isWordPart(codePointBefore(word, word.length));
  for (const end of ends(folded, word)) {
    const start = end - word.length;
    if (boundedBefore && start > 0 && isWordPart(codePointBefore(folded, start))) continue;
    if (boundedAfter && end < folded.length && isWordPart(folded.codePointAt(end)!)) continue;
    return true;
  }
  return false;
}

/** Text that compares: composed, in lower case, one blank for every run of them. */
function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ");
}

function isWordPart(point: number): boolean {
  return /[\p{L}\p{N}\p{M}_]/u.test(String.fromCodePoint(point));
}

function codePointBefore(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff && index > 1;
  const point = isLow ? text.codePointAt(index - 2)! : unit;
  return point > 0xffff ? point : unit;
}

/** The end of every occurrence, overlapping ones too (Knuth, Morris and Pratt: one look at each unit of the text). */
function* ends(text: string, word: string): Generator<number> {
  const units = Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
  const border = [0];
  for (let i = 1, k = 0; i < units.length; i++) {
    while (k > 0 && units[i] !== units[k]) k = border[k - 1];
    border.push(units[i] === units[k] ? ++k : k);
  }
  for (let i = 0, k = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    while (k > 0 && unit !== units[k]) k = border[k - 1];
    if (unit === units[k]) k++;
    if (k < units.length) continue;
    yield i + 1;
    k = border[k - 1];
  }
}
