/**
 * Paths that must not leave a folder, by `..` or by a link.
 * @module
 */

import { realpathSync } from "node:fs";
import { isAbsolute, join, normalize, relative, sep } from "node:path";

/** Where a relative path leads. */
export type Lead =
  | { kind: "inside"; real: string }
  /** It doesn't exist. */
  | { kind: "missing" }
  /** It leads out of the folder; `why` says how, after the path. */
  | { kind: "outside"; why: string }
  /** It can't be looked at (permission, a loop of links). */
  | { kind: "unreadable"; why: string };

/**
 * Whether `path` is `folder` or lies below it, both real and absolute.
 *
 * @example
 * ```ts
 * import { isInside } from "./inside.ts";
 * console.assert(isInside("/a/b", "/a/b/c") && !isInside("/a/b", "/a/bc"));
 * ```
 */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Follows a relative path below a folder (real and absolute; `called` in words) and says where it ends. Never throws. */
export function leadsTo(folder: string, path: string, called: string = "its folder"): Lead {
  if (path.includes("\0")) return { kind: "outside", why: "holds a NUL character" };
  if (isAbsolute(path) || /^[A-Za-z]:/.test(path)) return { kind: "outside", why: "is an absolute path" };
  const inside = normalize(path.replaceAll("\\", "/"));
  if (inside === ".." || inside.startsWith(`..${sep}`)) {
    return { kind: "outside", why: `climbs out of ${called} with ..` };
  }
  try {
    const real = realpathSync(join(folder, path));
    return isInside(folder, real)
      ? { kind: "inside", real }
      : { kind: "outside", why: `is a link that leads out of ${called}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    return { kind: "unreadable", why: describeErrno(code) };
  }
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of its path is no folder",
  EPERM: "not permitted",
  ELOOP: "links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  EISDIR: "is a folder",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
};

/** A system error's code in words; the code itself where there are none. */
export function describeErrno(code: string | undefined): string {
  return (code !== undefined && Object.hasOwn(WORDS, code) ? WORDS[code] : code) ?? "unknown error";
}
