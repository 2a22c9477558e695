/**
 * From a file's bytes to its text. Source: spec "Front matter", text rules.
 * @module
 */

import { type Diagnostic, FILE_START } from "../diagnostic.ts";
import { LIMITS } from "../limits.ts";
import { indexLines } from "./line_index.ts";
import { textFinding } from "./text_rules.ts";

/** The text without its byte order mark; absent where there is an error. */
export interface DecodedText {
  text?: string;
  diagnostics: Diagnostic[];
}

/** Units of UTF-16 that are looked at to recognise it without its mark. */
const SAMPLE = 256;

/**
 * Decodes UTF-8 and drops one byte order mark. Refuses what is too large, UTF-16 (with or without its mark), bytes that
 * aren't UTF-8 and NUL characters. A string is taken as decoded and goes through the same checks.
 *
 * @example
 * ```ts
 * import { decodeText } from "./decode_text.ts";
 * console.assert(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).text === "a");
 * console.assert(decodeText(new Uint8Array([0xe9])).diagnostics[0].code === "not-utf8");
 * ```
 */
export function decodeText(source: string | Uint8Array, file?: string): DecodedText {
  const refuse = (found: Diagnostic): DecodedText => ({ diagnostics: [found] });
  // No unit of a string takes more than three bytes, so that the bytes of most needn't be counted.
  const isSmall = source.length * 3 <= LIMITS.fileBytes;
  const size = typeof source === "string" && !isSmall ? utf8Length(source) : source.length;
  if (size > LIMITS.fileBytes) {
    const message = `File has ${size} bytes, the limit is ${LIMITS.fileBytes}`;
    return refuse(
      textFinding("too-large", { message, range: FILE_START, file, help: "Move long parts to other files" }),
    );
  }
  if (typeof source === "string") return checkText(source.startsWith("\uFEFF") ? source.slice(1) : source, file);
  const utf16 = recogniseUtf16(source);
  if (utf16 !== undefined) {
    const message = `File is UTF-16 ${utf16}, wanted UTF-8`;
    const help = "Save the file as UTF-8; some shells write UTF-16 when output is redirected to a file";
    return refuse(textFinding("utf-16", { message, range: FILE_START, file, help }));
  }
  const bytes = source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf ? source.subarray(3) : source;
  try {
    return checkText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), file);
  } catch {
    return refuse(notUtf8(bytes, source.length - bytes.length, file));
  }
}

function checkText(text: string, file?: string): DecodedText {
  const at = text.indexOf("\0");
  if (at < 0) return { text, diagnostics: [] };
  const message = `NUL character at offset ${at}: this isn't a text file`;
  const help = "Delete the character, or save the file as UTF-8 text again";
  return {
    diagnostics: [textFinding("nul-character", { message, range: indexLines(text).range(at, at + 1), file, help })],
  };
}

function notUtf8(bytes: Uint8Array, mark: number, file?: string): Diagnostic {
  const at = firstInvalidByte(bytes);
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, at));
  const start = indexLines(before).position(before.length);
  const end = { ...start, column: start.column + 1, offset: start.offset + 1 };
  const byte = bytes[at];
  const latin = byte >= 0xa0 ? ` (in Latin-1 the byte would be "${String.fromCharCode(byte)}")` : "";
  return textFinding("not-utf8", {
    message: `Invalid UTF-8: byte 0x${byte.toString(16).toUpperCase().padStart(2, "0")} at byte offset ${at + mark}`,
    range: { start, end },
    file,
    help: `Save the file as UTF-8${latin}`,
  });
}

/** With a mark it's certain; without one, where nearly every unit has a zero in one half and none in the other. */
function recogniseUtf16(bytes: Uint8Array): "LE" | "BE" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "LE";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "BE";
  const units = Math.min(bytes.length >> 1, SAMPLE);
  if (units < 2) return undefined;
  let first = 0;
  let second = 0;
  for (let i = 0; i < units; i++) {
    if (bytes[2 * i] === 0) first++;
    if (bytes[2 * i + 1] === 0) second++;
  }
  if (first === 0 && second > units * 0.7) return "LE";
  if (second === 0 && first > units * 0.7) return "BE";
  return undefined;
}

/** Index of the first byte that begins no well-formed sequence (Unicode, table 3-7); the length where there's none. */
function firstInvalidByte(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const lead = bytes[i];
    const more = lead < 0x80 ? 0 : lead < 0xc2 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : -1;
    if (more < 0) return i;
    // The second byte's bounds keep out overlong forms, surrogates and what lies past U+10FFFF.
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    for (let k = 1; k <= more; k++) {
      const byte = bytes[i + k];
      if (!(byte >= (k === 1 ? low : 0x80) && byte <= (k === 1 ? high : 0xbf))) return i;
    }
    i += more + 1;
  }
  return i;
}

function utf8Length(text: string): number {
  let size = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // A surrogate pair has four bytes for two units, so each half adds one.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) size += 2;
    else if (unit >= 0x80) size += 1;
  }
  return size;
}
