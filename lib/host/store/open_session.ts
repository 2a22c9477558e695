/**
 * A session as its files tell it: the snapshot, and the journal past it. Reading changes nothing on disk.
 * @module
 */

import { createHash, type Hash } from "node:crypto";
import { SessionCorruptedError } from "../../error.ts";
import type { SessionState } from "../../session/state.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { Reducer } from "../reducer.ts";
import { digestState } from "../state_digest.ts";
import { applyLines } from "./apply_lines.ts";
import { corrupted } from "./corrupted.ts";
import { decodeDefinition } from "./definition_file.ts";
import { errnoOf, type FileOps, type FileStat } from "./file_ops.ts";
import type { Migration } from "./format.ts";
import { freezeJson } from "./freeze_json.ts";
import { hashSpan } from "./journal_reader.ts";
import { readLarge } from "./large_files.ts";
import { attach } from "./large_values.ts";
import { FileProblem, openRegular, readWhole } from "./read_file.ts";
import type { SessionPaths } from "./session_paths.ts";
import { type Body, type BodyPlace, decodeSnapshot, type Snapshot } from "./snapshot_file.ts";
import { storageError } from "./storage_error.ts";

/** What reading a session takes. */
export interface ReadContext {
  files: FileOps;
  reducer: Reducer;
  migrations: ReadonlyMap<number, Migration>;
}

/** A session in memory, with all that's needed to go on with it without reading its files again. */
export interface OpenSession {
  id: string;
  paths: SessionPaths;
  state: SessionState;
  /** What of the journal the state contains. */
  journal: { bytes: number; hash: Hash; stat: FileStat };
  /** Bytes after the last complete line: a line that was never confirmed. */
  torn: number;
  /**
   * The snapshot on disk, as this process has written it. Undefined where another process may have since: then its head
   * has to be read again, under the lock.
   */
  snapshot?: { headBytes: number; body: BodyPlace };
}

/**
 * Reads a session from the beginning. Undefined where there is no such session.
 *
 * @throws {SessionCorruptedError} any of its files isn't what it should be
 * @throws {StorageError} the system refused to read
 */
export function openSession(context: ReadContext, id: string, paths: SessionPaths): OpenSession | undefined {
  // The snapshot before the journal: its head says how far the journal must reach at least.
  const snapshot = inFile(id, paths.snapshot, () => readSnapshot(context, id, paths));
  const workflow = inFile(id, paths.definition, () => readDefinition(context, id, paths));
  const fd = inFile(id, paths.journal, () => openJournal(context, paths));
  if (fd === undefined) {
    if (!snapshot && !workflow) return undefined;
    throw corrupted(id, { file: paths.journal, line: 1, problem: "is missing: the file isn't there" });
  }
  try {
    if (!workflow) {
      throw corrupted(id, { file: paths.definition, line: 1, problem: "is missing: the file isn't there" });
    }
    return inFile(id, paths.journal, () => rebuild(context, id, paths, fd, workflow, snapshot));
  } finally {
    context.files.close(fd);
  }
}

/**
 * Applies what other writers have appended since. The journal is open as `fd`.
 *
 * @returns false where something is odd about it: then the session has to be read from the beginning
 */
export function readOn(context: ReadContext, session: OpenSession, fd: number): boolean {
  try {
    session.snapshot = undefined;
    session.journal.stat = context.files.stat(fd);
    return applyLines(context, session, fd, session.state.workflow, session.state.revision) === 0;
  } catch (error) {
    if (error instanceof FileProblem || error instanceof SessionCorruptedError) return false;
    throw storageError(error, "read", session.paths.journal, "Nothing was changed");
  }
}

/** Whether the journal is exactly as it was when the session was last read or written. */
export function isUnchanged(session: OpenSession, now: FileStat): boolean {
  const { stat } = session.journal;
  return now.size === stat.size && now.mtimeMs === stat.mtimeMs && now.ino === stat.ino && now.ctimeMs === stat.ctimeMs;
}

// From about here on, a snapshot and the lines past it are the shorter way.
const CATCH_UP = 65_536;

/** Whether the journal is the same file and has only grown, and not by much. */
export function hasGrown({ journal: { stat, bytes } }: OpenSession, now: FileStat): boolean {
  return now.ino === stat.ino && now.size > bytes && now.size !== stat.size && now.size - bytes < CATCH_UP;
}

function rebuild(
  context: ReadContext,
  id: string,
  paths: SessionPaths,
  fd: number,
  workflow: Workflow,
  snapshot: Snapshot | undefined,
): OpenSession {
  const stat = context.files.stat(fd);
  const session: OpenSession = {
    id,
    paths,
    state: undefined as unknown as SessionState,
    journal: { bytes: 0, hash: createHash("sha256"), stat },
    torn: 0,
  };
  if (snapshot?.body) takeSnapshot(context, session, fd, workflow, snapshot, snapshot.body);
  // Line 1 got its name together with the journal.
  const confirmed = snapshot?.head.summary.revision ?? 1;
  session.torn = applyLines(context, session, fd, workflow, confirmed);
  const revision = session.state?.revision ?? 0;
  if (revision < confirmed) throw new FileProblem(`is missing, although line ${confirmed} was confirmed`, revision + 1);
  return session;
}

function takeSnapshot(
  context: ReadContext,
  session: OpenSession,
  fd: number,
  workflow: Workflow,
  { head }: Snapshot,
  body: Body,
): void {
  const { journal, id, paths } = session;
  const isPrefix = hashSpan(context.files, fd, journal.hash, body.journal.bytes) &&
    journal.hash.copy().digest("hex") === body.journal.sha256;
  if (!isPrefix) {
    // Some line before the snapshot is damaged: applying them all finds it.
    const whole: OpenSession = { ...session, journal: { ...journal, hash: createHash("sha256") } };
    applyLines(context, whole, fd, workflow, head.summary.revision);
    const revision = whole.state?.revision ?? 0;
    throw new FileProblem(
      revision < body.revision
        ? `is missing, although line ${head.summary.revision} was confirmed`
        : "isn't what the snapshot was made of",
      Math.min(revision + 1, body.revision),
    );
  }
  const state = inFile(id, paths.snapshot, () => {
    const restored = restore(context, session, workflow, body);
    if (restored.revision !== body.revision || digestState(restored) !== body.digest) {
      throw new FileProblem("isn't what was written (the state's digest doesn't match)", 2);
    }
    return restored;
  });
  session.state = state;
  journal.bytes = body.journal.bytes;
}

function restore({ files }: ReadContext, { id, paths }: OpenSession, workflow: Workflow, body: Body): SessionState {
  if (body.state.workflow !== workflow.digest || body.state.id !== id) {
    throw new FileProblem("belongs to another session or definition", 2);
  }
  try {
    attach(body.state, body.refs, (digest) => readLarge(files, id, paths.folder, digest));
    return freezeJson({ ...body.state, workflow }) as unknown as SessionState;
  } catch (error) {
    if (error instanceof RangeError) throw new FileProblem(error.message, 2);
    throw error;
  }
}

function readSnapshot({ files }: ReadContext, id: string, paths: SessionPaths): Snapshot | undefined {
  return whereThereIs(() => decodeSnapshot(id, readWhole(files, paths.snapshot)));
}

function readDefinition({ files, migrations }: ReadContext, id: string, paths: SessionPaths): Workflow | undefined {
  return whereThereIs(() => decodeDefinition(id, readWhole(files, paths.definition), migrations));
}

function openJournal({ files }: ReadContext, paths: SessionPaths): number | undefined {
  return whereThereIs(() => openRegular(files, paths.journal));
}

function whereThereIs<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Turns what went wrong while a file was read into the typed errors. */
export function inFile<T>(id: string, file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FileProblem) throw corrupted(id, { file, line: error.line, problem: error.message });
    throw storageError(error, "read", file, "Nothing was changed");
  }
}
