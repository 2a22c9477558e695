/**
 * What can happen to a session: a discriminated union, plain JSON, one line of the journal each.
 * Source: spec "The reducer", table of inputs.
 * @module
 */

import type { Json, JsonObject } from "../json.ts";
import type { Assurance, StepId } from "../workflow/workflow.ts";
import type { Owner } from "./state.ts";

/** The door an input came through. */
export type Door = "mcp" | "cli" | "file" | "library";

/** What the machine says of a gate: `unevaluable` is neither a pass nor a fail. */
export type Verdict = "pass" | "fail" | "unevaluable";

/** Begins a session: the journal's first line. */
export interface StartInput {
  /** `wf_<slug>_<8 hex>`; anything unique will do for the reducer. */
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  context?: JsonObject;
  input?: string;
  owner?: Owner;
  door?: Door;
}

interface Common {
  /** ISO 8601, UTC. */
  at: string;
  door: Door;
}

/** An agent's answer to the current step. */
export interface DeliverInput extends Common {
  type: "deliver";
  /** The turn that this answers. A child's ticketed result is exempt. */
  turn?: number;
  response?: string;
  output?: Json;
  /** Of a dispatcher: one text or object per child. */
  outputs?: { [child: StepId]: Json };
  /** A step id, or an approval's label while a `reported` approval is awaited. */
  choice?: string;
  variables?: JsonObject;
  /** A child's ticket. */
  child?: string;
}

/** The host's answer to an effect. */
export interface EffectResultInput extends Common {
  type: "effect_result";
  effect: string;
  verdict: Verdict;
  exit_code?: number | null;
  /** Head and tail. */
  output?: string;
  /** File with the whole output, where it was cut. */
  output_file?: string;
  why?: string;
  repeated?: boolean;
  /** A command step that was found unanswered after a crash. */
  interrupted?: boolean;
}

/** A person's verdict. */
export interface ApproveInput extends Common {
  type: "approve";
  step: StepId;
  visit: number;
  choice: string;
  by: string;
  assurance: Assurance;
  note?: string;
}

/** Stops the session for now. */
export interface PauseInput extends Common {
  type: "pause";
  reason?: string;
}

/** Goes on after a pause. */
export interface ResumeInput extends Common {
  type: "resume";
  reason?: string;
}

/** Ends the session without an end. */
export interface AbortInput extends Common {
  type: "abort";
  summary?: string;
}

/** The delivery of the current step whose way out is the end. */
export interface CompleteInput extends Common {
  type: "complete";
  turn?: number;
  summary?: string;
  response?: string;
  output?: Json;
  variables?: JsonObject;
}

/** A person sends the session back to a step on its path. */
export interface BackInput extends Common {
  type: "back";
  step: StepId;
  reason?: string;
}

/** Asks the failed effect again, after a halt that allows it. */
export interface RetryInput extends Common {
  type: "retry";
  reason?: string;
}

/** Another owner takes the session over. */
export interface ClaimInput extends Common {
  type: "claim";
  owner: Owner;
}

/** Anything that can happen to a session after its start. */
export type Input =
  | DeliverInput
  | EffectResultInput
  | ApproveInput
  | PauseInput
  | ResumeInput
  | AbortInput
  | CompleteInput
  | BackInput
  | RetryInput
  | ClaimInput;
