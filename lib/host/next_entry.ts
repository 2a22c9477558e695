/**
 * What a store writes down of an advance.
 * @module
 */

import { SessionError } from "../error.ts";
import type { Input } from "../session/input.ts";
import type { SessionState } from "../session/state.ts";
import type { JournalEntry } from "./session_store.ts";
import { digestState } from "./state_digest.ts";

/** What `advance` of `SessionStore.update` returns. */
export interface Advance {
  input: Input;
  state: SessionState;
}

/**
 * The journal's entry for an advance from `state`.
 *
 * @throws {SessionError} the new state isn't the one right after `state`: the caller's mistake
 */
export function nextEntry(state: SessionState, next: Advance): JournalEntry {
  const { input } = next;
  if (next.state.id !== state.id || next.state.revision !== state.revision + 1) {
    throw new SessionError(
      `The new state of session "${state.id}" must be its revision ${state.revision + 1}, ` +
        `got revision ${next.state.revision} of "${next.state.id}"`,
      { session: state.id, wanted: state.revision + 1, actual: next.state.revision },
    );
  }
  return {
    revision: next.state.revision,
    at: input.at,
    door: input.door,
    input,
    digest: digestState(next.state, state),
  };
}
