/**
 * The folder of sessions in a workspace: made private, ignored by git and by search tools, and never a link to somewhere else.
 * @module
 */

import { join } from "node:path";
import { StorageError } from "../../error.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import { OWN_FOLDER, sessionsFolder } from "./session_paths.ts";
import { storageError } from "./storage_error.ts";
import { writeAll } from "./write_file.ts";

/** A workspace's real path. Throws `StorageError` where there is no such folder. */
export function realWorkspace(files: FileOps, workspace: string): string {
  try {
    return files.realpath(workspace);
  } catch (error) {
    throw storageError(error, "find", workspace);
  }
}

/**
 * Whether a workspace has a folder of sessions.
 *
 * @throws {StorageError} a link, or something else than a folder, stands in its place
 */
export function hasSessions(files: FileOps, workspace: string): boolean {
  for (const path of [join(workspace, OWN_FOLDER), sessionsFolder(workspace)]) {
    const stat = files.lstat(path);
    if (!stat) return false;
    if (stat.isDirectory()) continue;
    const errno = stat.isSymbolicLink() ? "ELOOP" : "ENOTDIR";
    throw new StorageError(
      `Can't keep sessions in "${path}": it is ${
        stat.isSymbolicLink() ? "a symbolic link" : "no folder"
      } (${errno})\n` +
        "Sessions are kept in a real folder of the workspace only: move it away",
      { path, errno },
    );
  }
  return true;
}

/** Makes the folder of sessions. Returns its path. */
export function makeSessions(files: FileOps, workspace: string): string {
  const own = join(workspace, OWN_FOLDER);
  const sessions = sessionsFolder(workspace);
  if (hasSessions(files, workspace)) return sessions;
  try {
    files.mkdir(own);
    // The second one is read by ripgrep outside of a repository, too.
    for (const name of [".gitignore", ".ignore"]) ignoreAll(files, join(own, name));
    files.mkdir(sessions);
    files.syncFolder(own);
    files.syncFolder(workspace);
  } catch (error) {
    throw storageError(error, "make", sessions);
  }
  hasSessions(files, workspace);
  return sessions;
}

function ignoreAll(files: FileOps, path: string): void {
  let fd: number;
  try {
    fd = files.open(path, "create");
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return;
    throw error;
  }
  try {
    writeAll(files, fd, new TextEncoder().encode("*\n"), 0);
    files.sync(fd);
  } finally {
    files.close(fd);
  }
}
