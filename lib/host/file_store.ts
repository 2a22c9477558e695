/**
 * Sessions as files in their workspace. Source: spec "Sessions on disk".
 * @module
 */

import { randomUUID } from "node:crypto";
import { InvalidInputError, SessionCorruptedError, StorageError } from "../error.ts";
import type { StartInput } from "../session/input.ts";
import type { SessionState } from "../session/state.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { type Advance, nextEntry } from "./next_entry.ts";
import type { Reducer } from "./reducer.ts";
import { sessionNotFound } from "./session_not_found.ts";
import type { JournalEntry, SessionStore, SessionSummary, StoredSession } from "./session_store.ts";
import { appendEntry, saveSnapshot } from "./store/append_input.ts";
import { createSession } from "./store/create_session.ts";
import { leaseEffect } from "./store/effect_lease.ts";
import { errnoOf, type FileOps } from "./store/file_ops.ts";
import { compareSummaries, summarise } from "./store/list_sessions.ts";
import {
  hasGrown,
  inFile,
  isUnchanged,
  type OpenSession,
  openSession,
  type ReadContext,
  readOn,
} from "./store/open_session.ts";
import { openRegular } from "./store/read_file.ts";
import { readJournal } from "./store/read_journal.ts";
import type { Salvage } from "./store/salvage.ts";
import { salvageSession } from "./store/salvage_session.ts";
import { LockTokens } from "./store/lock_token.ts";
import { makeSessions } from "./store/session_folder.ts";
import { isLocked, type LockContext, takeLock } from "./store/session_lock.ts";
import { isSessionId } from "./store/session_paths.ts";
import { type Place, SessionPlaces } from "./store/session_places.ts";
import { type StoreMachine, storeMachine } from "./store/store_machine.ts";

export type { Salvage } from "./store/salvage.ts";

/** What a file store is made with. */
export interface FileStoreOptions {
  /** Rebuilds states from the journal. */
  reducer: Reducer;
  /** The folder, in the user's configuration, that knows which workspaces have sessions. */
  indexDir: string;
  /** Milliseconds to wait for a session that another process is just writing; 5,000 if not given. */
  lockWaitMs?: number;
}

/** A store of files: they can be damaged, so it can also salvage. */
export interface FileStore extends SessionStore {
  /**
   * Makes a damaged session consistent again with as much of its journal as leads to a recorded state. The old files are
   * kept aside. An undamaged session is left alone.
   *
   * @param workflow the skill's workflow as it is now: stands in for a damaged definition, if it's still the same
   * @param workspace looks in this one alone
   * @throws {SessionNotFoundError} none of its files is there
   * @throws {SessionCorruptedError} nothing can be recovered
   */
  salvage(id: string, workflow?: Workflow, workspace?: string): Promise<Salvage>;
}

/** Sessions whose state stays in memory; a server uses a handful at a time. */
const CACHED = 64;

/**
 * A store that keeps every session in `<workspace>/.skill-workflow/sessions/`.
 *
 * @example
 * ```ts
 * import { start, step } from "@skill-workflow/skill-workflow";
 * import { createFileStore } from "@skill-workflow/skill-workflow/host";
 * const store = createFileStore({ reducer: { start, step }, indexDir: "/tmp/skill-workflow-example-index" });
 * console.assert((await store.resolve("wf_nothing_of_that_name")).length === 0);
 * ```
 */
export function createFileStore(options: FileStoreOptions): FileStore {
  return createFileStoreOn({}, options);
}

/** The same on a machine of which parts are replaced, for tests: other files, processes, clock. */
export function createFileStoreOn(machine: Partial<StoreMachine>, options: FileStoreOptions): FileStore {
  return new FolderStore(options, storeMachine(machine));
}

class FolderStore implements FileStore {
  readonly #context: ReadContext;
  readonly #locking: LockContext;
  readonly #places: SessionPlaces;
  readonly #cache = new Map<string, OpenSession>();
  /** Tells this store from another one in the same process. */
  readonly #name = randomUUID();
  /** What couldn't be told when it happened, by session. */
  readonly #asides = new Map<string, string>();

  constructor({ reducer, indexDir, lockWaitMs = 5000 }: FileStoreOptions, machine: StoreMachine) {
    this.#context = { files: machine.files, reducer, migrations: machine.migrations };
    const tokens = new LockTokens(machine.files, machine.processes);
    this.#locking = { ...machine, tokens, waitMs: lockWaitMs };
    this.#places = new SessionPlaces(machine.files, indexDir);
  }

  async create(workspace: string, start: StartInput, state: SessionState): Promise<void> {
    const { id } = start;
    if (!isSessionId(id) || state.id !== id || state.revision !== 1) {
      throw new InvalidInputError(
        `"${id}" can't be the id of a new session: wanted letters, digits, "_" and "-", and a state at revision 1`,
        { field: "id", wanted: "letters, digits, _ and -", actual: id },
      );
    }
    const { files } = this.#context;
    const real = this.#places.name(workspace);
    makeSessions(files, real);
    const { paths } = this.#places.at(real, id);
    const lock = await takeLock(this.#locking, id, paths.lock);
    try {
      const { session, notice } = createSession(files, paths, start, state);
      this.#keep(session);
      if (notice !== undefined) this.#asides.set(id, notice);
    } finally {
      lock.release();
    }
    const notice = this.#use(real);
    if (notice !== undefined) this.#asides.set(id, notice);
  }

  async load(id: string, workspace?: string): Promise<StoredSession> {
    for (let attempt = 1;; attempt++) {
      const place = this.#find(id, workspace);
      try {
        return this.#told(this.#read(place), place, false);
      } catch (error) {
        // What looks damaged may be half written yet, by another process.
        if (!(error instanceof SessionCorruptedError) || attempt === 3) throw error;
        await this.#locking.sleep(5 * attempt);
      }
    }
  }

  async update(
    id: string,
    advance: (session: StoredSession) => Advance | null,
    workspace?: string,
  ): Promise<StoredSession> {
    const { files } = this.#context;
    return await this.#locked(id, workspace, (place) => {
      const fd = this.#openJournal(place);
      try {
        const session = this.#current(place, fd);
        const before = this.#told(session, place, true);
        const next = advance(before);
        if (next === null || next.state === session.state) return before;
        const entry = nextEntry(session.state, next);
        try {
          appendEntry(files, session, fd, entry, next.state);
        } catch (error) {
          this.#cache.delete(id);
          throw error;
        }
        const notice = saveSnapshot(files, session);
        return {
          ...before,
          state: next.state,
          notices: notice === undefined ? before.notices : [...before.notices, notice],
        };
      } finally {
        files.close(fd);
      }
    });
  }

  list(workspace?: string): Promise<SessionSummary[]> {
    return settled(() => this.#list(workspace));
  }

  async journal(id: string, workspace?: string): Promise<JournalEntry[]> {
    const session = await this.load(id, workspace);
    return readJournal(this.#context, id, this.#find(id, session.workspace).paths, session.state.revision);
  }

  resolve(prefix: string, workspace?: string): Promise<string[]> {
    return settled(() => {
      const ids = new Set(this.#sessions(workspace).flatMap(([, sessions]) => [...sessions.keys()]));
      return [...ids].filter((id) => id.startsWith(prefix)).sort();
    });
  }

  async leaseEffect(id: string, effect: string, workspace?: string): Promise<"first" | "again" | "held"> {
    const { files, processes } = this.#locking;
    return await this.#locked(
      id,
      workspace,
      ({ paths }) => leaseEffect(files, processes, paths.lease, effect, this.#name),
    );
  }

  async salvage(id: string, workflow?: Workflow, workspace?: string): Promise<Salvage> {
    return await this.#locked(id, workspace, ({ paths }) => {
      this.#cache.delete(id);
      const salvage = salvageSession(this.#context, id, paths, workflow);
      if (!salvage) throw sessionNotFound(id, this.#list());
      return salvage;
    });
  }

  async #locked<T>(id: string, workspace: string | undefined, work: (place: Place) => T): Promise<T> {
    const place = this.#find(id, workspace);
    const lock = await takeLock(this.#locking, id, place.paths.lock);
    try {
      return work(place);
    } finally {
      lock.release();
    }
  }

  #find(id: string, workspace?: string): Place {
    const place = this.#places.find(id, workspace);
    if (!place) throw sessionNotFound(id, this.#list());
    return place;
  }

  /** The session as it is on disk, without its lock. */
  #read(place: Place): OpenSession {
    const { files } = this.#context;
    const stat = files.lstat(place.paths.journal);
    const cached = this.#cache.get(place.id);
    if (stat && cached?.paths.journal === place.paths.journal && isUnchanged(cached, stat)) return cached;
    const fd = inFile(place.id, place.paths.journal, () => openWhereThereIs(files, place.paths.journal));
    if (fd === undefined) return this.#reopen(place);
    try {
      return this.#current(place, fd);
    } finally {
      files.close(fd);
    }
  }

  /** The session as it is on disk, its journal open as `fd`: from memory as far as the file hasn't changed. */
  #current(place: Place, fd: number): OpenSession {
    const cached = this.#cache.get(place.id);
    if (cached?.paths.journal === place.paths.journal) {
      const stat = this.#context.files.stat(fd);
      if (isUnchanged(cached, stat)) return cached;
      this.#cache.delete(place.id);
      if (hasGrown(cached, stat) && readOn(this.#context, cached, fd)) return this.#keep(cached);
    }
    return this.#reopen(place);
  }

  #reopen(place: Place): OpenSession {
    this.#cache.delete(place.id);
    const session = openSession(this.#context, place.id, place.paths);
    if (!session) throw sessionNotFound(place.id, this.#list());
    return this.#keep(session);
  }

  /** For reading and appending; a session that lacks its journal is told as it is when it's read. */
  #openJournal(place: Place): number {
    const { journal } = place.paths;
    try {
      return inFile(place.id, journal, () => openRegular(this.#context.files, journal, "append"));
    } catch (error) {
      if (!this.#context.files.lstat(journal)) this.#reopen(place);
      throw error;
    }
  }

  #keep(session: OpenSession): OpenSession {
    this.#cache.delete(session.id);
    this.#cache.set(session.id, session);
    if (this.#cache.size > CACHED) this.#cache.delete(this.#cache.keys().next().value!);
    return session;
  }

  /** The session with what has to be told about it. */
  #told(session: OpenSession, { id, workspace, paths }: Place, writing: boolean): StoredSession {
    const notices: string[] = [];
    const aside = this.#asides.get(id);
    if (aside !== undefined) notices.push(aside);
    this.#asides.delete(id);
    // While another process writes, an unfinished line is nothing to tell.
    if (session.torn > 0 && (writing || !isLocked(this.#locking.files, this.#locking.processes, paths.lock))) {
      notices.push(
        `The last ${session.torn} bytes of ${paths.journal} are half a line that was never confirmed to anybody; ` +
          (writing ? "it was cut off" : "it's left out"),
      );
    }
    return { state: session.state, workspace, notices };
  }

  #list(workspace?: string): SessionSummary[] {
    const { files } = this.#context;
    const summaries: SessionSummary[] = [];
    for (const [real, sessions] of this.#sessions(workspace)) {
      for (const [id, { defined }] of sessions) {
        const { paths } = this.#places.at(real, id);
        const load = () => openSession(this.#context, id, paths)?.state;
        const summary = summarise(files, real, id, paths, defined, load);
        if (summary) summaries.push(summary);
      }
    }
    return summaries.sort(compareSummaries);
  }

  /** The sessions of a workspace, or of all; each folder is read once. */
  #sessions(workspace?: string): [real: string, sessions: ReturnType<SessionPlaces["ids"]>][] {
    if (workspace === undefined) return this.#places.workspaces().map((real) => [real, this.#places.ids(real)]);
    const real = this.#places.name(workspace);
    const sessions = this.#places.ids(real);
    if (sessions.size > 0) this.#use(real);
    return [[real, sessions]];
  }

  /** Returns what to tell where the index can't be written; sessions are found by their workspace all the same. */
  #use(real: string): string | undefined {
    try {
      this.#places.use(real);
      return undefined;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return `The index of workspaces can't be used (${error.data.errno}): later calls about this session must name its workspace`;
    }
  }
}

/** A failure of synchronous work as a rejection. */
async function settled<T>(work: () => T): Promise<T> {
  return await work();
}

function openWhereThereIs(files: FileOps, path: string): number | undefined {
  try {
    return openRegular(files, path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
