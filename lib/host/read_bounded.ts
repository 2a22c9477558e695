/**
 * Reading of files that may be of any size.
 * @module
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A file's bytes, at most one more than the limit: whoever reads them sees that it's too much, and no more. */
export function readBounded(file: string, limit: number): Uint8Array {
  const handle = openSync(file, "r");
  try {
    let buffer = new Uint8Array(Math.min(fstatSync(handle).size, limit) + 1);
    for (let length = 0;;) {
      const read = readSync(handle, buffer, length, buffer.length - length, null);
      length += read;
      if (read === 0 || length > limit) return buffer.slice(0, length);
      if (length < buffer.length) continue;
      // It has grown since it was measured.
      const larger = new Uint8Array(Math.min(2 * length, limit + 1));
      larger.set(buffer);
      buffer = larger;
    }
  } finally {
    closeSync(handle);
  }
}
