/**
 * Which workspaces have sessions, so that a call that names only a session finds it: a folder in the user's
 * configuration with one small file a workspace. It says nothing about single sessions, so it never goes stale with them;
 * two writers can only write the same; a file that is lost or broken comes back with the next use of its workspace.
 * @module
 */

import { dirname, isAbsolute, join } from "node:path";
import { isJsonObject } from "../../json.ts";
import { sha256 } from "../sha256.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import { decode, FileProblem, readWhole } from "./read_file.ts";
import { storageError } from "./storage_error.ts";
import { removeQuietly, writeAll } from "./write_file.ts";

/** The index of workspaces. */
export interface WorkspaceIndex {
  /** Adds a workspace (its real path). Throws `StorageError`. */
  add(workspace: string): void;
  /** The workspaces that exist, sorted. Throws `StorageError`: what can't be read isn't nothing. */
  list(): string[];
}

/** The index in a folder, which is made when the first workspace comes. */
export function workspaceIndex(files: FileOps, folder: string): WorkspaceIndex {
  const added = new Set<string>();
  return {
    add(workspace) {
      if (added.has(workspace)) return;
      const path = join(folder, `${sha256(workspace).slice(0, 16)}.json`);
      if (readEntry(files, path) !== workspace) {
        try {
          makeFolders(files, folder);
          writeEntry(files, path, workspace);
        } catch (error) {
          throw storageError(error, "write", path);
        }
      }
      added.add(workspace);
    },
    list() {
      const found: string[] = [];
      for (const name of namesIn(files, folder)) {
        const path = join(folder, name);
        const workspace = readEntry(files, path);
        if (workspace === undefined) continue;
        if (files.lstat(workspace)) found.push(workspace);
        else removeQuietly(files, path);
      }
      return found.sort();
    },
  };
}

function writeEntry(files: FileOps, path: string, workspace: string): void {
  let fd: number;
  try {
    fd = files.open(path, "create");
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    // Broken (its writer was killed, say), or another process is just writing the same.
    removeQuietly(files, path);
    fd = files.open(path, "create");
  }
  try {
    writeAll(files, fd, new TextEncoder().encode(`${JSON.stringify({ format: 1, workspace })}\n`), 0);
  } finally {
    files.close(fd);
  }
}

function readEntry(files: FileOps, path: string): string | undefined {
  try {
    const value: unknown = JSON.parse(decode(readWhole(files, path)));
    const workspace = isJsonObject(value) ? value.workspace : undefined;
    return typeof workspace === "string" && isAbsolute(workspace) ? workspace : undefined;
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || error instanceof SyntaxError || error instanceof FileProblem) return undefined;
    throw storageError(error, "read", path, "Nothing was changed");
  }
}

function namesIn(files: FileOps, folder: string): string[] {
  try {
    return files.readdir(folder).filter((name) => /^[0-9a-f]{16}\.json$/.test(name));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw storageError(error, "list", folder, "Nothing was changed");
  }
}

function makeFolders(files: FileOps, folder: string): void {
  if (files.lstat(folder)) return;
  makeFolders(files, dirname(folder));
  files.mkdir(folder);
}
