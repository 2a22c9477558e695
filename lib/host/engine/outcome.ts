/**
 * What a call to the engine comes to.
 * @module
 */

import { envelope } from "../../session/envelope.ts";
import type { Envelope } from "../../session/envelope_type.ts";
import type { SessionState } from "../../session/state.ts";
import type { StepId } from "../../workflow/workflow.ts";
import type { StoredSession } from "../session_store.ts";

/** The session after a call, and what the caller gets to see of it. */
export interface Outcome {
  /** What the agent gets to see. */
  envelope: Envelope;
  /** The session's state. */
  state: SessionState;
  /** Absolute path of the workspace. */
  workspace: string;
}

/** What is said beside the state's own envelope. */
export interface Aside {
  notices?: readonly string[];
  replayed?: boolean;
  /** Steps whose outputs are repeated. */
  outputs?: readonly StepId[];
}

/** The outcome of a session as it stands. */
export function outcomeOf(session: StoredSession, aside: Aside = {}): Outcome {
  const { state, workspace } = session;
  const shown = envelope(state);
  shown.notices = [...session.notices, ...(aside.notices ?? []), ...shown.notices];
  if (aside.replayed) shown.replayed = true;
  if (aside.outputs && aside.outputs.length > 0) {
    shown.outputs = Object.fromEntries(
      aside.outputs.filter((id) => Object.hasOwn(state.outputs, id)).map((id) => [id, state.outputs[id]]),
    );
  }
  return { envelope: shown, state, workspace };
}
