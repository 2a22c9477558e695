/**
 * How wide a text is on a terminal, and what of it may be shown there.
 * @module
 */

const SEGMENTS = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|[\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{33FF}\u{3400}-\u{4DBF}\u{4E00}-\u{9FFF}\u{A000}-\u{A4CF}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}\u{20000}-\u{3FFFD}])/u;
/** Marks without a letter to stand on, joiners and direction marks. */
const NONE = /^[\p{Mn}\p{Me}\u{200B}-\u{200F}\u{2060}-\u{2064}\u{FEFF}]+$/u;

/** Columns that a text takes: two for wide characters and emoji, none for what isn't seen, one for every other grapheme. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of SEGMENTS.segment(text)) width += WIDE.test(segment) ? 2 : NONE.test(segment) ? 0 : 1;
  return width;
}

/** A text without what a terminal would take for a command: control characters become their pictures. */
export function printable(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421" : "\ufffd";
  });
}
