/**
 * An author's text, fit for a picture.
 * @module
 */

import { printable } from "../text_width.ts";

/** Longer texts are cut: a picture isn't where they're read. */
const MAX = 300;

/**
 * A text as one line: blanks folded, without control characters, lone surrogates or what XML forbids, at most 300 units.
 *
 * @example
 * ```ts
 * import { cleanLine } from "./clean_line.ts";
 * console.assert(cleanLine(" a\n\tb ") === "a b");
 * ```
 */
export function cleanLine(text: string): string {
  const short = text.length > 4 * MAX ? text.slice(0, 4 * MAX) : text;
  const line = printable(short.replace(/\s+/gu, " ").trim()).replace(/[\p{Surrogate}\uFFFE\uFFFF]/gu, "\uFFFD");
  return line.length > MAX ? `${line.slice(0, MAX - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}
