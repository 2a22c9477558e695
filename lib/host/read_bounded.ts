/**
 * Reading of files that may be of any size.
 * @module
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

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

/** The same without holding up others meanwhile. */
export async function readBoundedAsync(file: string, limit: number): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    const parts: Uint8Array[] = [];
    for (let left = limit + 1; left > 0;) {
      const part = new Uint8Array(Math.min(left, PART));
      const { bytesRead } = await handle.read(part, 0, part.length, null);
      if (bytesRead === 0) break;
      parts.push(part.subarray(0, bytesRead));
      left -= bytesRead;
    }
    return joined(parts);
  } finally {
    await handle.close();
  }
}

const PART = 65_536;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
