/**
 * Which process runs a session's effect: `<id>.effect.json`, written under the session's lock.
 * @module
 */

import { dirname } from "node:path";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import { type Processes, readIdentity, writeIdentity } from "./process_identity.ts";
import { decode, readWhole } from "./read_file.ts";
import { storageError } from "./storage_error.ts";
import { replaceFile } from "./write_file.ts";

/**
 * Asks for an effect on behalf of a store of this process.
 *
 * @param store what tells the stores of one process apart
 */
export function leaseEffect(
  files: FileOps,
  processes: Processes,
  path: string,
  effect: string,
  store: string,
): "first" | "again" | "held" {
  const held = readLease(files, path);
  const before = held === "unreadable" || held?.effect === effect;
  if (before && held !== "unreadable") {
    const ours = held.store === store;
    const holder = readIdentity(held.holder);
    if (!ours && holder && !processes.isGone(holder)) return "held";
  }
  const lease = { format: 1, effect, store, holder: writeIdentity(processes.self) };
  try {
    replaceFile(files, path, new TextEncoder().encode(`${JSON.stringify(lease)}\n`));
    files.syncFolder(dirname(path));
  } catch (error) {
    throw storageError(error, "write", path);
  }
  return before ? "again" : "first";
}

/** What can't be read says that somebody was there, and no more. */
function readLease(files: FileOps, path: string): JsonObject | "unreadable" | undefined {
  try {
    const value: unknown = JSON.parse(decode(readWhole(files, path)));
    return isJsonObject(value) ? value : "unreadable";
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? undefined : "unreadable";
  }
}
