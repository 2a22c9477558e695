/**
 * Reading a journal in pieces, so that a long one needs no more memory than a short one.
 * @module
 */

import type { Hash } from "node:crypto";
import type { FileOps } from "./file_ops.ts";
import { decode, FileProblem } from "./read_file.ts";
import { unseal } from "./sealed_line.ts";

const PIECE = 262_144;
// Large values are kept apart, so that even 1 MB is far more than a line of ours has.
const MAX_LINE = 16_777_216;

const LINE_END = 0x0a;

/** One line, with its line end; the last may lack one: it was torn, or is just being written. */
export interface Line {
  number: number;
  bytes: Uint8Array;
}

/**
 * The lines of an open journal from a position on, the first of which has the given number.
 *
 * @throws {FileProblem} a line is too long
 */
export function* readLines(files: FileOps, fd: number, position: number, number: number): Generator<Line> {
  const piece = new Uint8Array(Math.min(PIECE, Math.max(1, files.stat(fd).size - position + 1)));
  let rest: Uint8Array = new Uint8Array(0);
  for (;;) {
    const count = files.read(fd, piece, 0, piece.length, position);
    if (count === 0) break;
    position += count;
    const bytes = new Uint8Array(rest.length + count);
    bytes.set(rest);
    bytes.set(piece.subarray(0, count), rest.length);
    let from = 0;
    // What was left over holds no line end: it isn't searched again.
    for (let end = bytes.indexOf(LINE_END, rest.length); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      yield { number, bytes: bytes.subarray(from, end + 1) };
      from = end + 1;
      number++;
    }
    rest = bytes.subarray(from);
    if (rest.length > MAX_LINE) throw new FileProblem(`is longer than ${MAX_LINE} bytes`, number);
  }
  if (rest.length > 0) yield { number, bytes: rest };
}

/**
 * A line's text without its line end.
 *
 * @throws {FileProblem} it has none, or isn't UTF-8
 */
export function textOf({ bytes, number }: Line): string {
  if (bytes[bytes.length - 1] !== LINE_END) throw new FileProblem("is cut short", number);
  return decode(bytes.subarray(0, -1), number);
}

/** Whether a line has its end and matches its checksum. */
export function isWhole(line: Line): boolean {
  try {
    return "value" in unseal(textOf(line));
  } catch (error) {
    if (error instanceof FileProblem) return false;
    throw error;
  }
}

/** Takes the first `length` bytes of an open journal into a hash. False where it's shorter. */
export function hashSpan(files: FileOps, fd: number, hash: Hash, length: number): boolean {
  const piece = new Uint8Array(Math.min(PIECE, length));
  let done = 0;
  while (done < length) {
    const count = files.read(fd, piece, 0, Math.min(piece.length, length - done), done);
    if (count === 0) return false;
    hash.update(piece.subarray(0, count));
    done += count;
  }
  return true;
}
