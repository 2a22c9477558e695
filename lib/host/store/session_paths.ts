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

const SESSION_FILE = /^([A-Za-z0-9][A-Za-z0-9_-]{0,127})\.(journal\.jsonl|workflow\.json|json)$/;

/** The sessions in a folder by id, sorted, and of each whether its definition is a file; none where there's no such folder. */
export function sessionIds(files: FileOps, sessions: string): Map<string, { defined: boolean }> {
  let entries: ReturnType<FileOps["entries"]>;
  try {
    entries = files.entries(sessions);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return new Map();
    throw storageError(error, "list", sessions, "Nothing was changed");
  }
  const found = new Set<string>();
  const defined = new Set<string>();
  for (const entry of entries) {
    const [, id, kind] = SESSION_FILE.exec(entry.name) ?? [];
    if (id === undefined) continue;
    if (kind !== "workflow.json") found.add(id);
    else if (entry.isFile()) defined.add(id);
  }
  return new Map([...found].sort().map((id) => [id, { defined: defined.has(id) }]));
}
