/**
 * Reading of files that somebody else may have put there.
 * @module
 */

import { errnoOf, type FileOps } from "./file_ops.ts";

/** The largest file that is read into memory as a whole. */
const MAX_BYTES = 67_108_864;

/** A file isn't what it should be; the message goes on from "line N of FILE ". */
export class FileProblem extends Error {
  readonly line: number;
  constructor(problem: string, line = 1) {
    super(problem);
    this.line = line;
  }
}

/** Opens a regular file for reading. Throws a `FileProblem` for anything else, and the system's errors. */
export function openRegular(files: FileOps, path: string, mode: "read" | "append" | "patch" = "read"): number {
  let fd: number;
  try {
    fd = files.open(path, mode);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ELOOP") throw new FileProblem("can't be read: it's a symbolic link, and those aren't followed");
    if (errno === "EISDIR") throw new FileProblem("can't be read: it's a folder");
    throw error;
  }
  if (files.stat(fd).isFile()) return fd;
  files.close(fd);
  throw new FileProblem("can't be read: it isn't a regular file");
}

/** The bytes of a regular file. */
export function readWhole(files: FileOps, path: string): Uint8Array {
  const fd = openRegular(files, path);
  try {
    const { size } = files.stat(fd);
    if (size > MAX_BYTES) throw new FileProblem(`can't be read: the file is over ${MAX_BYTES} bytes`);
    return readSpan(files, fd, 0, size);
  } finally {
    files.close(fd);
  }
}

/** Up to `length` bytes from a position; fewer where the file ends before. */
export function readSpan(files: FileOps, fd: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const count = files.read(fd, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes. Throws a `FileProblem` where they aren't UTF-8. */
export function decode(bytes: Uint8Array, line = 1): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new FileProblem("isn't UTF-8", line);
  }
}
