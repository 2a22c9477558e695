/**
 * A stranger's text on a terminal.
 * @module
 */

import { printable } from "../../text_width.ts";

/** The text with nothing in it that a terminal would obey; its lines and tabs stay. */
export function showText(text: string): string {
  return text.split("\n").map((line) => line.replace(/\r$/, "").split("\t").map(printable).join("\t")).join("\n");
}
