/**
 * Files that only their owner can read, whole or not there at all. Source: spec "Sessions on disk" (0600 and 0700).
 * @module
 */

import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { StorageError } from "../error.ts";
import { describeErrno } from "./inside.ts";

/**
 * Writes a file through a temporary one beside it, with the folders that are missing.
 *
 * @throws {StorageError} the system refused
 */
export function writePrivately(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const handle = openSync(temporary, "wx", 0o600);
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The first error is the one that explains.
    }
    const { code } = error as NodeJS.ErrnoException;
    throw new StorageError(
      `Can't write ${JSON.stringify(file)}: ${describeErrno(code)}`,
      { path: file, errno: code ?? null },
      { cause: error },
    );
  }
}
