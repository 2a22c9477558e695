/**
 * Errors of the machine as the user should read them.
 * @module
 */

import { StorageError } from "../../error.ts";
import { errnoOf } from "./file_ops.ts";

const MEANING: Readonly<Record<string, readonly [what: string, next: string]>> = {
  ENOSPC: ["the disk is full", "Free some space, then repeat the call"],
  EDQUOT: ["the disk quota is used up", "Free some space, then repeat the call"],
  EFBIG: ["the file would grow too large", "Start a new session"],
  EROFS: ["the file system is read-only", "Make it writable, or work in another workspace"],
  EACCES: ["permission denied", "Give this user the right to read and write there, then repeat the call"],
  EPERM: ["the system doesn't permit it", "Give this user the right to read and write there, then repeat the call"],
  EBUSY: ["another program holds it", "Close that program, then repeat the call"],
  EMFILE: ["this process has too many open files", "Repeat the call"],
  ENFILE: ["the system has too many open files", "Repeat the call"],
  EIO: ["the disk reports an error", "Check the disk before you go on"],
  ELOOP: ["it is a symbolic link", "Sessions are kept in real files and folders only: remove the link"],
  ENOTDIR: ["a file stands where a folder should be", "Move that file away"],
  EISDIR: ["a folder stands where a file should be", "Move that folder away"],
  ENOENT: ["it isn't there", "Check that the workspace still exists"],
  ENAMETOOLONG: ["the name is too long", "Use a workspace with a shorter path"],
};

/**
 * The error to throw for a failed file operation: a `StorageError` with path, errno and what to do; an error that isn't
 * the file system's comes back as it is.
 */
export function storageError(error: unknown, doing: string, path: string, after = "Nothing was stored"): unknown {
  const errno = errnoOf(error);
  if (errno === undefined) return error;
  const [what, next] = MEANING[errno] ?? ["the system refused", "Repeat the call"];
  return new StorageError(
    `Can't ${doing} "${path}": ${what} (${errno})\n${after}. ${next}`,
    { path, errno },
    { cause: error },
  );
}
