/**
 * Sessions in memory: for tests, and for embedding where nothing has to outlive the process.
 * @module
 */

import { InvalidInputError, SessionError } from "../error.ts";
import type { StartInput } from "../session/input.ts";
import type { SessionState } from "../session/state.ts";
import { type Advance, nextEntry } from "./next_entry.ts";
import { sessionNotFound } from "./session_not_found.ts";
import type { JournalEntry, SessionStore, SessionSummary, StoredSession } from "./session_store.ts";
import { digestState } from "./state_digest.ts";
import { compareSummaries, summaryOf } from "./store/list_sessions.ts";

/** What memory stores keep; stores that are given the same one share their sessions. */
export type MemorySessions = Map<string, {
  workspace: string;
  state: SessionState;
  journal: JournalEntry[];
  lease?: { effect: string; holder: SessionStore };
}>;

/**
 * A store in memory.
 *
 * @example
 * ```ts
 * import { createMemoryStore } from "@skill-workflow/skill-workflow/host";
 * const store = createMemoryStore();
 * console.assert((await store.list()).length === 0);
 * ```
 */
export function createMemoryStore(sessions: MemorySessions = new Map()): SessionStore {
  return new MemoryStore(sessions);
}

class MemoryStore implements SessionStore {
  readonly #sessions: MemorySessions;

  constructor(sessions: MemorySessions) {
    this.#sessions = sessions;
  }

  create(workspace: string, start: StartInput, state: SessionState): Promise<void> {
    return settled(() => {
      const { id } = start;
      if (id === "" || state.id !== id || state.revision !== 1) {
        throw new InvalidInputError(
          `"${id}" can't be the id of a new session: wanted a state of that id at revision 1`,
          {
            field: "id",
            wanted: state.id,
            actual: id,
          },
        );
      }
      if (this.#sessions.has(id)) {
        throw new SessionError(`There is a session "${id}" already: take another id`, { session: id });
      }
      const entry: JournalEntry = {
        revision: 1,
        at: start.at,
        door: start.door ?? "library",
        input: { type: "start", start },
        digest: digestState(state),
      };
      this.#sessions.set(id, { workspace, state, journal: [entry] });
    });
  }

  load(id: string, workspace?: string): Promise<StoredSession> {
    return settled(() => this.#stored(id, workspace));
  }

  update(
    id: string,
    advance: (session: StoredSession) => Advance | null,
    workspace?: string,
  ): Promise<StoredSession> {
    return settled(() => {
      const before = this.#stored(id, workspace);
      const next = advance(before);
      if (next === null || next.state === before.state) return before;
      const entry = nextEntry(before.state, next);
      const session = this.#sessions.get(id)!;
      session.journal.push(entry);
      session.state = next.state;
      return { ...before, state: next.state };
    });
  }

  list(workspace?: string): Promise<SessionSummary[]> {
    return settled(() => this.#list().filter((one) => workspace === undefined || one.workspace === workspace));
  }

  journal(id: string, workspace?: string): Promise<JournalEntry[]> {
    return settled(() => {
      this.#stored(id, workspace);
      return [...this.#sessions.get(id)!.journal];
    });
  }

  resolve(prefix: string, workspace?: string): Promise<string[]> {
    return settled(() => {
      const ids = [...this.#sessions].filter(([, one]) => workspace === undefined || one.workspace === workspace);
      return ids.map(([id]) => id).filter((id) => id.startsWith(prefix)).sort();
    });
  }

  leaseEffect(id: string, effect: string, workspace?: string): Promise<"first" | "again" | "held"> {
    return settled(() => {
      this.#stored(id, workspace);
      const session = this.#sessions.get(id)!;
      const before = session.lease?.effect === effect ? session.lease : undefined;
      if (before && before.holder !== this) return "held";
      session.lease = { effect, holder: this };
      return before ? "again" : "first";
    });
  }

  #stored(id: string, workspace?: string): StoredSession {
    const session = this.#sessions.get(id);
    if (!session || (workspace !== undefined && workspace !== session.workspace)) {
      throw sessionNotFound(id, this.#list());
    }
    return { state: session.state, workspace: session.workspace, notices: [] };
  }

  #list(): SessionSummary[] {
    const summaries = [...this.#sessions.values()].map(({ state, workspace }) => ({ ...summaryOf(state), workspace }));
    return summaries.sort(compareSummaries);
  }
}

/** A failure of synchronous work as a rejection. */
async function settled<T>(work: () => T): Promise<T> {
  return await work();
}
