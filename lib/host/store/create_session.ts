/**
 * Writing of a new session. It exists from the moment its journal has its name, with its first line complete.
 * @module
 */

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { SessionError } from "../../error.ts";
import type { StartInput } from "../../session/input.ts";
import type { SessionState } from "../../session/state.ts";
import { digestState } from "../state_digest.ts";
import { saveSnapshot } from "./append_input.ts";
import { encodeDefinition } from "./definition_file.ts";
import type { FileOps } from "./file_ops.ts";
import { encodeLine } from "./journal_line.ts";
import { writeLarge } from "./large_files.ts";
import type { OpenSession } from "./open_session.ts";
import type { SessionPaths } from "./session_paths.ts";
import { storageError } from "./storage_error.ts";
import { removeQuietly, replaceFile } from "./write_file.ts";

/**
 * Writes a session's first files; whoever calls this holds its lock.
 *
 * @returns the session, and a notice where only its snapshot couldn't be written
 * @throws {SessionError} there is such a session
 * @throws {StorageError} the system refused; there's no session then
 */
export function createSession(
  files: FileOps,
  paths: SessionPaths,
  start: StartInput,
  state: SessionState,
): { session: OpenSession; notice?: string } {
  const { id } = start;
  if (files.lstat(paths.journal) || files.lstat(paths.snapshot)) {
    throw new SessionError(`There is a session "${id}" already: take another id`, { session: id });
  }
  const { bytes, large } = encodeLine({
    revision: 1,
    at: start.at,
    door: start.door ?? "library",
    input: { type: "start", start },
    digest: digestState(state),
  });
  let path = paths.definition;
  try {
    replaceFile(files, paths.definition, encodeDefinition(id, state.workflow));
    path = paths.folder;
    writeLarge(files, paths.folder, large);
    path = paths.journal;
    replaceFile(files, paths.journal, bytes);
    files.syncFolder(dirname(paths.journal));
  } catch (error) {
    for (const made of [paths.journal, paths.definition]) removeQuietly(files, made);
    throw storageError(error, "write", path, "No session was started");
  }
  const session: OpenSession = {
    id,
    paths,
    state,
    journal: { bytes: bytes.length, hash: createHash("sha256").update(bytes), stat: files.lstat(paths.journal)! },
    torn: 0,
  };
  return { session, notice: saveSnapshot(files, session) };
}
