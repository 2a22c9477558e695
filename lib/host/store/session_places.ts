/**
 * Where sessions are: which workspace, which files.
 * @module
 */

import { SessionError } from "../../error.ts";
import { sessionKey } from "../session_key.ts";
import type { FileOps } from "./file_ops.ts";
import { hasSessions, realWorkspace } from "./session_folder.ts";
import { isSessionId, sessionIds, type SessionPaths, sessionPaths, sessionsFolder } from "./session_paths.ts";
import { type WorkspaceIndex, workspaceIndex } from "./workspace_index.ts";

/** A session's place. */
export interface Place {
  id: string;
  /** Its real path. */
  workspace: string;
  paths: SessionPaths;
}

const REMEMBERED = 1000;

/** What is known of workspaces and their sessions. */
export class SessionPlaces {
  readonly #files: FileOps;
  readonly #index: WorkspaceIndex;
  /** Those that this process has named, whether or not the index has them. */
  readonly #used = new Set<string>();
  readonly #seen = new Map<string, Place>();
  /** Places by the workspace that was said with an id. */
  readonly #seenIn = new Map<string, Place>();
  /** The workspace that was last named: of two copies of a session, the one in there is meant. */
  #named: string | undefined;

  constructor(files: FileOps, indexDir: string) {
    this.#files = files;
    this.#index = workspaceIndex(files, indexDir);
  }

  /** Remembers that a workspace was named, and returns its real path. */
  name(workspace: string): string {
    const real = realWorkspace(this.#files, workspace);
    this.#named = real;
    this.#used.add(real);
    for (const [id, place] of this.#seen) if (place.workspace !== real) this.#seen.delete(id);
    return real;
  }

  /** Puts a workspace on record for other processes. Throws `StorageError`. */
  use(real: string): void {
    this.#index.add(real);
  }

  /** The workspaces that may have sessions, sorted. */
  workspaces(): string[] {
    return [...new Set([...this.#index.list(), ...this.#used])].sort();
  }

  /** A workspace's sessions by id, and of each whether its definition is a file. */
  ids(real: string): Map<string, { defined: boolean }> {
    return hasSessions(this.#files, real) ? sessionIds(this.#files, sessionsFolder(real)) : new Map();
  }

  /** The place of a session in a workspace, whether or not it's there. */
  at(real: string, id: string): Place {
    return { id, workspace: real, paths: sessionPaths(sessionsFolder(real), id) };
  }

  /**
   * Where a session is; undefined where none of its files is anywhere.
   *
   * @param workspace looks in this one alone
   * @throws {SessionError} several workspaces have it, and the one that was named last isn't among them
   */
  find(id: string, workspace?: string): Place | undefined {
    if (!isSessionId(id)) return undefined;
    if (workspace !== undefined) return this.#placeIn(workspace, id);
    const seen = this.#seen.get(id);
    if (seen && this.#files.lstat(seen.paths.journal)) return seen;
    const found = this.workspaces().map((workspace) => this.at(workspace, id)).filter((place) => this.#exists(place));
    const place = found.length > 1 ? found.find(({ workspace }) => workspace === this.#named) : found[0];
    if (!place && found.length > 1) {
      const workspaces = found.map(({ workspace }) => workspace);
      throw new SessionError(
        `There are copies of session "${id}" in several workspaces: ${
          workspaces.join(", ")
        }\nSay which one by its workspace`,
        { session: id, workspaces },
      );
    }
    if (place) this.#seen.set(id, place);
    return place;
  }

  #placeIn(workspace: string, id: string): Place | undefined {
    const key = sessionKey(id, workspace);
    const seen = this.#seenIn.get(key);
    if (seen && this.#files.lstat(seen.paths.journal)) return seen;
    if (!this.#used.has(workspace) && !this.#files.lstat(workspace)) return undefined;
    const place = this.at(this.#used.has(workspace) ? workspace : realWorkspace(this.#files, workspace), id);
    if (!this.#exists(place)) return undefined;
    this.#seenIn.set(key, place);
    if (this.#seenIn.size > REMEMBERED) this.#seenIn.delete(this.#seenIn.keys().next().value!);
    return place;
  }

  #exists({ workspace, paths }: Place): boolean {
    const { journal, snapshot, definition } = paths;
    return hasSessions(this.#files, workspace) &&
      [journal, snapshot, definition].some((path) => this.#files.lstat(path));
  }
}
