/**
 * Texts in an SVG: how wide they'll be at most, whatever fonts the reader has.
 * @module
 */

import { textWidth } from "../text_width.ts";

/** Widths in ems, as in the widest of the usual sans-serif fonts. */
const NARROW = 0.4;
const LOWER = 0.63;
const UPPER = 0.76;
const WIDE = 1.0;
const EAST_ASIAN = 1.3;
const MONO = 0.63;

/** A text's font. */
export interface Font {
  size: number;
  bold?: boolean;
  mono?: boolean;
}

/** How wide a text is at most, in user units. */
export function measureText(text: string, { size, bold, mono }: Font): number {
  let ems = 0;
  for (const unit of text) {
    if (unit > "\u024f") ems += textWidth(unit) === 2 ? EAST_ASIAN : WIDE;
    else if (mono) ems += MONO;
    else if (/[ijltfrI.,:;'|!()[\]\- ]/.test(unit)) ems += NARROW;
    else if (/[mwMW@%&—…]/.test(unit)) ems += WIDE;
    else ems += /[A-Z0-9_"#$+<=>~^]/.test(unit) ? UPPER : LOWER;
  }
  return ems * size * (bold ? 1.09 : 1);
}

/** A text as XML text or attribute value. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
}

/** A number as short as it may be. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
