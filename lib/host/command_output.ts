/**
 * What a command prints, in bounded memory: the beginning and the end, and everything in a file once that's too much.
 * Source: spec "Commands".
 * @module
 */

import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Bytes kept of the beginning, and of the end. */
const KEPT = 32_768;
/** Bytes that the file may grow to; what comes later is only kept as the end. */
const FILE_BYTES = 268_435_456;

/** A finished command's output. */
export interface CollectedOutput {
  /** All of it, or its beginning and end with a line between them that says what was cut. */
  text: string;
  /** How many bytes there were. */
  bytes: number;
  /** The file with everything (or its first 256 MiB), where the text was cut and the file could be written. */
  file?: string;
}

/** Takes chunks in the order in which they come. */
export interface OutputCollector {
  add(chunk: Uint8Array): void;
  finish(): CollectedOutput;
}

/** A collector that opens `file` only when the output is too large to be kept. */
export function collectOutput(file?: string): OutputCollector {
  const head = new Uint8Array(KEPT);
  // Twice as long as needed, so that bytes are moved once per 32 KiB and not once per chunk.
  const tail = new Uint8Array(2 * KEPT);
  let headLength = 0;
  let tailLength = 0;
  let bytes = 0;
  let handle: number | undefined;
  let failed = file === undefined;
  let written = 0;

  const write = (data: Uint8Array) => {
    if (failed || written >= FILE_BYTES) return;
    try {
      if (handle === undefined) {
        mkdirSync(dirname(file!), { recursive: true, mode: 0o700 });
        handle = openSync(file!, "w", 0o600);
      }
      const part = data.subarray(0, FILE_BYTES - written);
      for (let done = 0; done < part.length;) done += writeSync(handle, part, done);
      written += part.length;
    } catch {
      // A full disk costs the middle of the output, not the verdict.
      failed = true;
    }
  };

  const addToTail = (data: Uint8Array) => {
    const kept = data.subarray(Math.max(0, data.length - KEPT));
    if (tailLength + kept.length > tail.length) {
      const old = Math.min(tailLength, KEPT);
      tail.copyWithin(0, tailLength - old, tailLength);
      tailLength = old;
    }
    tail.set(kept, tailLength);
    tailLength += kept.length;
  };

  return {
    add(chunk) {
      const fits = Math.min(chunk.length, KEPT - headLength);
      head.set(chunk.subarray(0, fits), headLength);
      headLength += fits;
      const wasWhole = bytes <= 2 * KEPT;
      const held = tailLength;
      bytes += chunk.length;
      const rest = chunk.subarray(fits);
      if (bytes > 2 * KEPT) {
        if (wasWhole) {
          write(head.subarray(0, headLength));
          write(tail.subarray(0, held));
        }
        write(rest);
      }
      addToTail(rest);
    },
    finish() {
      if (handle !== undefined) closeSync(handle);
      if (bytes <= 2 * KEPT) {
        const whole = new Uint8Array(bytes);
        whole.set(head.subarray(0, headLength));
        whole.set(tail.subarray(0, tailLength), headLength);
        return { text: decode(whole), bytes };
      }
      const start = head.subarray(0, wholeCharacters(head));
      const end = tail.subarray(tailLength - KEPT, tailLength);
      const from = end.subarray(firstCharacter(end));
      const where = failed ? "" : `; ${written < bytes ? "its first 256 MiB are" : "all of it is"} in ${file}`;
      const cut = `[${bytes - start.length - from.length} bytes left out here${where}]`;
      const text = `${decode(start)}\n${cut}\n${decode(from)}`;
      return failed ? { text, bytes } : { text, bytes, file: file! };
    },
  };
}

/** Bytes that aren't UTF-8 become U+FFFD; so do NULs, which a terminal, an environment and a database can't take. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replaceAll("\0", "\uFFFD");
}

/** How many bytes remain when a character that was cut in two at the end is left out. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** Where the first character begins that wasn't cut in two at the start. */
function firstCharacter(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && (bytes[start] & 0xc0) === 0x80) start++;
  return start;
}
