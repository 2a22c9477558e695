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
  door: Door;
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
  session?: string;
  turns: Map<string, number>;
}

/** `start_workflow`. */
export interface StartCommand {
  skill: string;
  restart?: boolean;
  context?: JsonObject;
  input?: string;
}

/** `next_step`. */
export interface NextCommand {
  session?: string;
  response?: string;
  output?: Json;
  outputs?: { [child: StepId]: Json };
  child?: string;
  choice?: string;
  variables?: JsonObject;
  turn?: number;
}

/** `current_step`. */
export interface CurrentCommand {
  session?: string;
  outputs?: StepId[];
}

/** `end_workflow`. */
export interface EndCommand {
  session?: string;
  status?: "completed" | "aborted" | "paused";
  summary?: string;
}

/** A person's verdict, from `approve` or an elicitation. */
export interface ApproveCommand {
  session?: string;
  /** The step that waits; the awaited one where it's left out. */
  step?: StepId;
  choice: string;
  by: string;
  assurance: Assurance;
  note?: string;
}

/** What a person does to a session. */
export interface ControlCommand {
  session?: string;
  action: "resume" | "retry" | "back" | "abort" | "claim";
  step?: StepId;
  reason?: string;
}
