/**
 * The audit of a session: its state rebuilt from nothing but the journal.
 * @module
 */

import { WorkflowError } from "../error.ts";
import type { SessionState } from "../session/state.ts";
import type { Reducer } from "./reducer.ts";
import type { SessionStore } from "./session_store.ts";
import { digestState } from "./state_digest.ts";

/** What a replay found. */
export interface Replay {
  /** The id. */
  id: string;
  /** Lines replayed. */
  inputs: number;
  /** Digest of the rebuilt state. */
  digest: string;
  /** Whether every line led to the state it records, and the last one to the stored state. */
  matches: boolean;
  /** The first line that didn't: digests, or why it couldn't be applied. */
  mismatch?: { revision: number; recorded: string; rebuilt: string };
  /** The state that the replay came to. */
  state: SessionState;
}

/**
 * Rebuilds a session's state from its journal with the given reducer and compares the digest after every input.
 *
 * @throws {SessionNotFoundError} there is no such session
 * @throws {SessionCorruptedError} it can't be read
 *
 * @example
 * ```ts
 * import { parseSkill, start, step } from "@skill-workflow/skill-workflow";
 * import { createMemoryStore, replaySession } from "@skill-workflow/skill-workflow/host";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const first = { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" };
 * const store = createMemoryStore();
 * await store.create("/tmp", first, start(parseSkill(text).workflow!, first));
 * console.assert((await replaySession(store, "wf_a_00000000", { start, step })).matches);
 * ```
 */
export async function replaySession(store: SessionStore, id: string, reducer: Reducer): Promise<Replay> {
  const { state: stored, workspace } = await store.load(id);
  const entries = (await store.journal(id, workspace)).slice(0, stored.revision);
  let state: SessionState | undefined;
  let mismatch: Replay["mismatch"];
  for (const { revision, input, digest } of entries) {
    const before = state;
    try {
      state = input.type === "start" ? reducer.start(stored.workflow, input.start) : reducer.step(before!, input);
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      mismatch ??= { revision, recorded: digest, rebuilt: error.message };
      break;
    }
    const rebuilt = digestState(state, before);
    if (rebuilt !== digest) mismatch ??= { revision, recorded: digest, rebuilt };
  }
  state ??= stored;
  const digest = digestState(state);
  const recorded = digestState(stored);
  if (digest !== recorded) mismatch ??= { revision: stored.revision, recorded, rebuilt: digest };
  return { id, inputs: entries.length, digest, matches: mismatch === undefined, ...(mismatch && { mismatch }), state };
}
