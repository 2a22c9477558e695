/**
 * Writing of whole files.
 * @module
 */

import process from "node:process";
import { errnoOf, type FileOps } from "./file_ops.ts";

/** Writes all bytes; a system may take fewer at a time. */
export function writeAll(files: FileOps, fd: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length;) {
    done += files.write(fd, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}

/**
 * Replaces a file so that a reader, and a crash, find either the old one or the new one whole: temporary file, fsync,
 * rename. The temporary file's name is always the same, so that one left by a crash goes with the next write; whoever
 * calls this holds a lock. The new name itself is durable after a `syncFolder`.
 */
export function replaceFile(files: FileOps, path: string, bytes: Uint8Array): void {
  const temporary = `${path}.tmp`;
  const fd = createAnew(files, temporary);
  try {
    try {
      writeAll(files, fd, bytes, 0);
      files.sync(fd);
    } finally {
      files.close(fd);
    }
    renameOver(files, temporary, path);
  } catch (error) {
    removeQuietly(files, temporary);
    throw error;
  }
}

/** Removes a file that may be gone already. */
export function removeQuietly(files: FileOps, path: string): void {
  try {
    files.unlink(path);
  } catch {
    // It's in nobody's way, and the error that led here says more.
  }
}

function createAnew(files: FileOps, path: string): number {
  try {
    return files.open(path, "create");
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    files.unlink(path);
    return files.open(path, "create");
  }
}

/** On Windows a scanner or a reader may hold the old file for a moment. */
export function renameOver(
  files: FileOps,
  from: string,
  to: string,
  windows: boolean = process.platform === "win32",
): void {
  for (let attempt = 1;; attempt++) {
    try {
      return files.rename(from, to);
    } catch (error) {
      const errno = errnoOf(error);
      if (!windows || attempt === 10 || (errno !== "EPERM" && errno !== "EBUSY" && errno !== "EACCES")) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * 10);
    }
  }
}
