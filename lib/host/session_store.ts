/**
 * Where sessions are kept. Asynchronous, compare-and-swap on the revision, no file paths: a database fits as well.
 * Source: spec "Sessions on disk".
 * @module
 */

import type { Input, StartInput } from "../session/input.ts";
import type { Owner, SessionState, Status } from "../session/state.ts";

/** One line of a journal. Line 1 holds the start. */
export interface JournalEntry {
  /** The line's number, from 1; the state's revision after it. */
  revision: number;
  /** ISO 8601, UTC. */
  at: string;
  /** The door it came through. */
  door: string;
  /** What was applied; the first line's is the start. */
  input: { type: "start"; start: StartInput } | Input;
  /** Digest of the state after this input. */
  digest: string;
}

/** What a list of sessions shows, read without any journal. */
export interface SessionSummary {
  /** The session's id. */
  id: string;
  /** Absolute path of the workspace. */
  workspace: string;
  /** The workflow's name. */
  workflow: string;
  /** The workflow's title. */
  title: string;
  /** Where it stands; `corrupt` where its files can't be read. */
  status: Status | "corrupt";
  /** The current step; null once it's completed. */
  step: string | null;
  /** Deliveries taken so far. */
  turn: number;
  /** Inputs applied so far. */
  revision: number;
  /** Whose session it is; null where nobody said. */
  owner: Owner | null;
  /** ISO 8601, UTC. */
  started_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** Of a corrupt one: what is wrong, where, and how to salvage it. */
  problem?: string;
}

/** A loaded session. */
export interface StoredSession {
  /** The session's state. */
  state: SessionState;
  /** Absolute path of the workspace that it belongs to. */
  workspace: string;
  /** What the store had to mend while it loaded (a torn last line that nobody was told of). */
  notices: string[];
}

/**
 * A store of sessions. Every method rejects with the typed errors of `lib/error.ts`. `sessionStoreSuite` says in tests what
 * every store must do.
 *
 * A workspace that was copied has sessions of the same ids: where a method takes a `workspace`, the session in there is meant,
 * and no other is ever taken for it.
 */
export interface SessionStore {
  /** Stores a new session with its start as line 1. Rejects with `SessionError` if the id is taken. */
  create(workspace: string, start: StartInput, state: SessionState): Promise<void>;
  /** The session as it is now. Rejects with `SessionNotFoundError` or `SessionCorruptedError`. */
  load(id: string, workspace?: string): Promise<StoredSession>;
  /**
   * Hands the session, as it is now, to `advance`, and stores the returned input and state durably before it resolves:
   * compare-and-swap on the revision. Where `advance` returns null, or the very state it got, nothing is stored; where it
   * throws, nothing is stored and the error comes through. A store that finds out late that another writer was first calls
   * `advance` again with the newer session, so it must be free of side effects. Rejects with `SessionBusyError` when other
   * writers don't let it through for too long.
   */
  update(
    id: string,
    advance: (session: StoredSession) => { input: Input; state: SessionState } | null,
    workspace?: string,
  ): Promise<StoredSession>;
  /** Every session of a workspace (or of all), newest first, corrupt ones included. */
  list(workspace?: string): Promise<SessionSummary[]>;
  /** The journal's lines in order. */
  journal(id: string, workspace?: string): Promise<JournalEntry[]>;
  /** Full ids that start with a prefix, sorted. */
  resolve(prefix: string, workspace?: string): Promise<string[]>;
  /**
   * Asks to run an effect, so that of several processes one does: `first` and `again` mean that this process runs it now
   * (`again`: it, or another that is gone, did before, the outcome unknown), `held` that a live process runs it. Asking
   * for a later effect of the session frees the earlier ones.
   */
  leaseEffect(id: string, effect: string, workspace?: string): Promise<"first" | "again" | "held">;
}
