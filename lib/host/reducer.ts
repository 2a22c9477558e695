/**
 * The reducer as a store needs it.
 * @module
 */

import type { Input, StartInput } from "../session/input.ts";
import type { SessionState } from "../session/state.ts";
import type { Workflow } from "../workflow/workflow.ts";

/**
 * `start` and `step` of the session. A store that keeps a journal rebuilds states with them; they are handed in, so that
 * the store knows no rule of the workflow.
 */
export interface Reducer {
  /** The state after the start input. */
  start(workflow: Workflow, input: StartInput): SessionState;
  /** The state after one more input. */
  step(state: SessionState, input: Input): SessionState;
}
