/**
 * The file system as the store uses it: synchronous (a small write through promises takes 1.7 times as long) and small
 * enough to be replaced in a test by one that crashes, fails or forgets what wasn't synced.
 * @module
 */

import * as fs from "node:fs";
import process from "node:process";

/** What the store asks of a file's status; `node:fs`' own objects fit. */
export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/**
 * How a file is opened. None follows a symbolic link or waits for the other end of a pipe.
 *
 * | mode | |
 * |---|---|
 * | `read` | |
 * | `create` | for writing; fails with `EEXIST` when there is one |
 * | `patch` | an existing file, for writing at a position |
 * | `append` | an existing file, for reading anywhere and writing at the end |
 */
export type OpenMode = "read" | "create" | "patch" | "append";

/** Synchronous file operations; failures throw errors with an errno in `code`. */
export interface FileOps {
  open(path: string, mode: OpenMode): number;
  /** Bytes read; 0 at the end. */
  read(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number;
  /** Bytes written, possibly fewer than asked. A null position writes at the end. */
  write(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
  truncate(fd: number, length: number): void;
  sync(fd: number): void;
  stat(fd: number): FileStat;
  close(fd: number): void;
  /** Undefined where there is nothing. */
  lstat(path: string): FileStat | undefined;
  rename(from: string, to: string): void;
  /** Gives a file another name; fails with `EEXIST` when that one is taken. */
  link(from: string, to: string): void;
  unlink(path: string): void;
  /** Readable by its owner only; no error where there is one. */
  mkdir(path: string): void;
  readdir(path: string): string[];
  /** The same, and of each name whether it's a regular file. */
  entries(path: string): { name: string; isFile(): boolean }[];
  realpath(path: string): string;
  /** Makes names of a folder (a new file, a rename) durable. Does nothing where the system can't (Windows). */
  syncFolder(path: string): void;
}

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_APPEND } = fs.constants;
// Neither exists on Windows, where links need a privilege and named pipes aren't files.
const SAFE = (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);

const FLAGS: Record<OpenMode, number> = {
  read: O_RDONLY | SAFE,
  create: O_WRONLY | O_CREAT | O_EXCL | SAFE,
  patch: O_WRONLY | SAFE,
  append: O_RDWR | O_APPEND | SAFE,
};

/** The machine's file system. Files are made with mode 0600, folders with 0700. */
export const nodeFiles: FileOps = {
  open: (path, mode) => {
    if (process.platform === "win32" && fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw Object.assign(new Error(`ELOOP: a symbolic link, open '${path}'`), { code: "ELOOP" });
    }
    return fs.openSync(path, FLAGS[mode], 0o600);
  },
  read: (fd, buffer, offset, length, position) => fs.readSync(fd, buffer, offset, length, position),
  write: (fd, buffer, offset, length, position) => fs.writeSync(fd, buffer, offset, length, position),
  truncate: (fd, length) => fs.ftruncateSync(fd, length),
  sync: (fd) => fs.fsyncSync(fd),
  stat: (fd) => fs.fstatSync(fd),
  close: (fd) => fs.closeSync(fd),
  lstat: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  mkdir: (path) => {
    try {
      fs.mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
  },
  readdir: (path) => fs.readdirSync(path),
  entries: (path) => fs.readdirSync(path, { withFileTypes: true }),
  realpath: (path) => fs.realpathSync(path),
  syncFolder: (path) => {
    if (process.platform === "win32") return;
    const fd = fs.openSync(path, O_RDONLY);
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  },
};

/** The errno of a file error (`ENOENT`), or undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === "string" && /^E[A-Z0-9]{2,20}$/.test(code)) return code;
  return name === "NotCapable" ? "EACCES" : undefined; // Deno without the permission
}
