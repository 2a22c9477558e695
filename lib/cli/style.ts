/**
 * Colours that go away where they aren't wanted.
 * @module
 */

import pc from "picocolors";

/** The few styles that the commands use. */
export type Style = Record<"bold" | "dim" | "red" | "yellow" | "cyan" | "green" | "magenta", (text: string) => string>;

/** Styles that colour, or leave the text as it is. */
export function styleOf(colour: boolean): Style {
  return pc.createColors(colour);
}
