/**
 * What a list shows of a session, from the head of its snapshot: no journal is read, unless something doesn't fit.
 * @module
 */

import { SessionCorruptedError, StorageError } from "../../error.ts";
import type { SessionState } from "../../session/state.ts";
import type { SessionSummary } from "../session_store.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import { FileProblem, readSpan } from "./read_file.ts";
import type { SessionPaths } from "./session_paths.ts";
import { decodeHead, type Head, HEAD_STEP } from "./snapshot_file.ts";

/**
 * The summary of a session of a workspace.
 *
 * @param defined whether its definition is a file
 * @param load reads the session as a whole; asked where the head isn't enough to tell
 */
export function summarise(
  files: FileOps,
  workspace: string,
  id: string,
  paths: SessionPaths,
  defined: boolean,
  load: () => SessionState | undefined,
): SessionSummary | undefined {
  const head = headOf(files, id, paths);
  if (head && defined && files.lstat(paths.journal)?.size === head.journal) {
    return { ...head.summary, workspace };
  }
  try {
    const state = load();
    return state && { ...summaryOf(state), workspace };
  } catch (error) {
    if (!(error instanceof SessionCorruptedError || error instanceof StorageError)) throw error;
    return corruptSummary(files, workspace, id, paths, head, error);
  }
}

/** The summary of a state. */
export function summaryOf(state: SessionState): Omit<SessionSummary, "workspace"> {
  const { id, workflow, status, step, turn, revision, owner, started_at, updated_at } = state;
  return {
    id,
    workflow: workflow.name,
    title: workflow.title,
    status,
    step,
    turn,
    revision,
    owner,
    started_at,
    updated_at,
  };
}

/** Newest first, and by id where the time is the same. */
export function compareSummaries(a: SessionSummary, b: SessionSummary): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/** Undefined where it can't be trusted: loading the session tells why. */
function headOf(files: FileOps, id: string, paths: SessionPaths): Head | undefined {
  let fd: number | undefined;
  try {
    // Thousands of them: a look at what was opened has to do for its kind and its size.
    fd = files.open(paths.snapshot, "read");
    const stat = files.stat(fd);
    const { size } = stat;
    if (!stat.isFile()) return undefined;
    let bytes = readSpan(files, fd, 0, Math.min(size, HEAD_STEP));
    if (!bytes.includes(0x0a)) bytes = readSpan(files, fd, 0, Math.min(size, HEAD_STEP * 64));
    const { head, headBytes } = decodeHead(id, bytes);
    return headBytes + head.body.bytes === size ? head : undefined;
  } catch (error) {
    if (error instanceof FileProblem || errnoOf(error) !== undefined) return undefined;
    throw error;
  } finally {
    if (fd !== undefined) files.close(fd);
  }
}

function corruptSummary(
  files: FileOps,
  workspace: string,
  id: string,
  paths: SessionPaths,
  head: Head | undefined,
  error: Error,
): SessionSummary {
  const changed = (files.lstat(paths.journal) ?? files.lstat(paths.snapshot))?.mtimeMs ?? 0;
  const at = new Date(changed).toISOString();
  const blank = {
    id,
    workflow: "",
    title: "",
    step: null,
    turn: 0,
    revision: 0,
    owner: null,
    started_at: at,
    updated_at: at,
  };
  return { ...blank, ...head?.summary, status: "corrupt", workspace, problem: error.message };
}
