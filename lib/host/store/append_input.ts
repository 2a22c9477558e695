/**
 * Writing of one more input: the journal first and durably, then what is derived from it.
 * @module
 */

import { StorageError } from "../../error.ts";
import type { SessionState } from "../../session/state.ts";
import type { JournalEntry } from "../session_store.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import { FORMAT } from "./format.ts";
import { encodeLine } from "./journal_line.ts";
import { writeLarge } from "./large_files.ts";
import type { OpenSession } from "./open_session.ts";
import { FileProblem, openRegular, readWhole } from "./read_file.ts";
import { decodeHead, encodeHead, encodeSnapshot } from "./snapshot_file.ts";
import { storageError } from "./storage_error.ts";
import { replaceFile, writeAll } from "./write_file.ts";

/**
 * Appends an entry to the journal, open as `fd`, and makes it durable. A failure leaves the journal as it was.
 *
 * @throws {StorageError} the system refused
 */
export function appendEntry(
  files: FileOps,
  session: OpenSession,
  fd: number,
  entry: JournalEntry,
  next: SessionState,
): void {
  const { journal, paths } = session;
  const { bytes, large } = encodeLine(entry);
  writeLarge(files, paths.folder, large);
  try {
    if (session.torn > 0) files.truncate(fd, journal.bytes);
    writeAll(files, fd, bytes, null);
    files.sync(fd);
  } catch (error) {
    throw storageError(error, "write", paths.journal, takeBack(files, fd, journal.bytes));
  }
  journal.hash.update(bytes);
  journal.bytes += bytes.length;
  journal.stat = files.stat(fd);
  session.torn = 0;
  session.state = next;
}

/** Cuts off what a failed append may have left. Returns what to tell about it. */
function takeBack(files: FileOps, fd: number, bytes: number): string {
  try {
    files.truncate(fd, bytes);
    files.sync(fd);
    return "The session is as it was before";
  } catch {
    return "What was written of the input couldn't be taken back: read the session before you send it again";
  }
}

/**
 * Brings the snapshot up to the state: its head in place, or, when it's due, all of it. The input is in the journal by
 * now, so that a failure here is only told, not thrown.
 *
 * @returns a notice where it failed
 */
export function saveSnapshot(files: FileOps, session: OpenSession): string | undefined {
  try {
    session.snapshot ??= readPlace(files, session);
    if (isDue(session) || !writeHead(files, session)) writeSnapshot(files, session);
    return undefined;
  } catch (error) {
    session.snapshot = undefined;
    const told = storageError(error, "write", session.paths.snapshot, "The input is stored all the same");
    if (told instanceof StorageError) return told.message.replace("\n", ". ");
    throw error;
  }
}

/** Replaces the snapshot by one of the present state. */
export function writeSnapshot(files: FileOps, session: OpenSession): void {
  const { state, journal, paths } = session;
  const { bytes, headBytes, place, large } = encodeSnapshot(state, journal.bytes, journal.hash);
  writeLarge(files, paths.folder, large);
  replaceFile(files, paths.snapshot, bytes);
  session.snapshot = { headBytes, body: place };
}

/** Undefined where there's no snapshot, or none that can be gone on with. */
function readPlace(files: FileOps, { id, paths }: OpenSession): OpenSession["snapshot"] {
  try {
    const bytes = readWhole(files, paths.snapshot);
    const { head, headBytes } = decodeHead(id, bytes);
    const isOurs = head.format === FORMAT && headBytes + head.body.bytes === bytes.length;
    return isOurs ? { headBytes, body: head.body } : undefined;
  } catch (error) {
    if (error instanceof FileProblem || errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * A snapshot costs about three appends, and every line past it costs a loading process one application (measured: under
 * 0.1 ms). So there is one every 32 lines; a state that is large against its inputs waits until the journal has grown by
 * as much, so that no more is spent on snapshots than on the journal, but no longer than 512 lines.
 */
function isDue({ snapshot, state, journal }: OpenSession): boolean {
  if (!snapshot) return true;
  const { bytes, revision, journal: before } = snapshot.body;
  const lines = state.revision - revision;
  return lines >= 32 && (journal.bytes - before >= bytes || lines >= 512);
}

/** False where the head doesn't fit any more, or the file is gone. */
function writeHead(files: FileOps, { state, journal, snapshot, paths }: OpenSession): boolean {
  const head = encodeHead(state, journal.bytes, snapshot!.body, snapshot!.headBytes);
  if (!head) return false;
  let fd: number;
  try {
    fd = openRegular(files, paths.snapshot, "patch");
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
  try {
    writeAll(files, fd, head, 0);
  } finally {
    files.close(fd);
  }
  return true;
}
