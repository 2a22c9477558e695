/**
 * Where a session's files are.
 * @module
 */

import { join } from "node:path";
import { HOOK_VIEW_SUFFIX } from "../hook/hook_view.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import { storageError } from "./storage_error.ts";

/** The folder of our own in a workspace. */
export const OWN_FOLDER = ".skill-workflow";

/** The files of one session. */
export interface SessionPaths {
  /** The truth: one line an input. */
  journal: string;
  /** A state, so that loading needn't begin at line 1, with a head for lists. */
  snapshot: string;
  /** The pinned workflow. */
  definition: string;
  lock: string;
  /** Which process runs the effect. */
  lease: string;
  /** What hooks read of it. */
  view: string;
  /** Folder of large values, and of what commands print. */
  folder: string;
}

/** The folder that holds the sessions of a workspace. */
export function sessionsFolder(workspace: string): string {
  return join(workspace, OWN_FOLDER, "sessions");
}

/** The files of a session, by its folder's path and its id. */
export function sessionPaths(sessions: string, id: string): SessionPaths {
  const stem = join(sessions, id);
  return {
    journal: `${stem}.journal.jsonl`,
    snapshot: `${stem}.json`,
    definition: `${stem}.workflow.json`,
    lock: `${stem}.lock`,
    lease: `${stem}.effect.json`,
    view: `${stem}${HOOK_VIEW_SUFFIX}`,
    folder: stem,
  };
}

/** Whether a text can be an id: a file name on every system, and nothing that leads out of the folder. */
export function isSessionId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/.test(id);
}

const SESSION_FILE = /^([A-Za-z0-9][A-Za-z0-9_-]{0,127})\.(?:journal\.jsonl|json)$/;

/** The ids of the sessions in a folder, sorted; none where there is no such folder. */
export function sessionIds(files: FileOps, sessions: string): string[] {
  let names: string[];
  try {
    names = files.readdir(sessions);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw storageError(error, "list", sessions, "Nothing was changed");
  }
  const ids = new Set<string>();
  for (const name of names) {
    const id = SESSION_FILE.exec(name)?.[1];
    if (id !== undefined) ids.add(id);
  }
  return [...ids].sort();
}
