/**
 * The files of large values: `<id>/<digest>.json`.
 * @module
 */

import { dirname, join } from "node:path";
import type { Json } from "../../json.ts";
import { corrupted } from "./corrupted.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import { freezeJson } from "./freeze_json.ts";
import { digestValue, type KnownDigests } from "./large_values.ts";
import { decode, FileProblem, readWhole } from "./read_file.ts";
import { storageError } from "./storage_error.ts";
import { replaceFile } from "./write_file.ts";

/** Writes those values that aren't there yet, durably. */
export function writeLarge(files: FileOps, folder: string, large: KnownDigests): void {
  if (large.size === 0) return;
  let path = folder;
  try {
    let written = false;
    const stat = files.lstat(folder);
    if (!stat) {
      files.mkdir(folder);
      files.syncFolder(dirname(folder));
    } else if (!stat.isDirectory()) {
      throw Object.assign(new Error("not a folder"), { code: stat.isSymbolicLink() ? "ELOOP" : "ENOTDIR" });
    }
    for (const [value, digest] of large) {
      path = join(folder, `${digest}.json`);
      if (files.lstat(path)) continue;
      replaceFile(files, path, new TextEncoder().encode(JSON.stringify(value)));
      written = true;
    }
    if (written) files.syncFolder(folder);
  } catch (error) {
    throw storageError(error, "write", path);
  }
}

/** Reads a large value of a session; throws `SessionCorruptedError` where it isn't what was written. */
export function readLarge(files: FileOps, id: string, folder: string, digest: string): Json {
  const path = join(folder, `${digest}.json`);
  try {
    const value = freezeJson(JSON.parse(decode(readWhole(files, path)))) as Json;
    if (digestValue(value) === digest) return value;
    throw new FileProblem("isn't what was written (its digest doesn't match its name)");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") {
      throw corrupted(id, { file: path, line: 1, problem: "is missing: the file isn't there" });
    }
    if (error instanceof FileProblem) throw corrupted(id, { file: path, line: 1, problem: error.message });
    if (error instanceof SyntaxError || error instanceof RangeError) {
      throw corrupted(id, { file: path, line: 1, problem: "isn't what was written (it can't be parsed)" });
    }
    throw storageError(error, "read", path, "Nothing was changed");
  }
}
