/**
 * What a door asks of the engine about a workflow session.
 * @module
 */

import type { Json, JsonObject } from "../../json.ts";
import type { Door } from "../../session/input.ts";
import type { Owner } from "../../session/state.ts";
import type { Assurance, StepId } from "../../workflow/workflow.ts";

/** Who asks, and from where. */
export interface Caller {
  /** The door it came through. */
  door: Door;
  /** Absolute path of the workspace that the caller is in. */
  workspace: string;
  /** The host session, where the client tells; else this process. */
  owner?: Owner;
  /** What this connection has seen: the session it used last, and the turn of the last envelope of each session. */
  connection?: Connection;
  /** Aborted when nobody waits for the answer any more: what wasn't shown isn't remembered as shown. */
  signal?: AbortSignal;
}

/** What one connection remembers. */
export interface Connection {
  /** The session that this connection used last, and where it was: another workspace may have a copy of it. */
  last?: { id: string; workspace: string };
  /** The last envelope that was given for a session, by its id: of which turn, and of the copy in which workspace. */
  shown: Map<string, { turn: number; workspace: string }>;
}

/** `start_workflow`. */
export interface StartCommand {
  /** Name or path. */
  skill: string;
  /** Abort the caller's own session first, instead of returning to it. */
  restart?: boolean;
  /** Values of declared variables. */
  context?: JsonObject;
  /** The task in the user's words: `{{input}}`. */
  input?: string;
}

/** `next_step`. */
export interface NextCommand {
  /** Id or unique prefix; without it the caller's own session is meant. */
  session?: string;
  /** What the agent says about the step. */
  response?: string;
  /** The deliverable. */
  output?: Json;
  /** A dispatcher's deliverables, by child. */
  outputs?: { [child: StepId]: Json };
  /** A child's ticket. */
  child?: string;
  /** A step id, or the label of an approval. */
  choice?: string;
  /** Values of declared variables. */
  variables?: JsonObject;
  /** The turn that this answers. */
  turn?: number;
}

/** `current_step`. */
export interface CurrentCommand {
  /** Id or unique prefix; without it the caller's own session is meant. */
  session?: string;
  /** Earlier steps whose outputs are wanted again. */
  outputs?: StepId[];
}

/** `end_workflow`. */
export interface EndCommand {
  /** Id or unique prefix; without it the caller's own session is meant. */
  session?: string;
  /** How it ends, `completed` if not given. */
  status?: "completed" | "aborted" | "paused";
  /** What the agent says about the whole. */
  summary?: string;
}

/** A person's verdict, from `approve` or an elicitation. */
export interface ApproveCommand {
  /** Id or unique prefix; without it the caller's own session is meant. */
  session?: string;
  /** The step that waits; the awaited one where it's left out. */
  step?: StepId;
  /** The visit for which the person decided; the step's current one where it's left out. */
  visit?: number;
  /** One of the approval's labels. */
  choice: string;
  /** Who decided. */
  by: string;
  /** How sure it is that this was a person. */
  assurance: Assurance;
  /** What the person added. */
  note?: string;
}

/** What a person does to a session. */
export interface ControlCommand {
  /** Id or unique prefix; without it the caller's own session is meant. */
  session?: string;
  /** What to do with the session. */
  action: "resume" | "retry" | "back" | "abort" | "claim";
  /** The step to go back to. */
  step?: StepId;
  /** Why, for the record. */
  reason?: string;
}
