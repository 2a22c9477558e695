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
  /** Values of declared variables. */
  context?: JsonObject;
  /** The task in the user's words: `{{input}}`. */
  input?: string;
  /** Whose session it will be. */
  owner?: Owner;
  /** The door it came through. */
  door?: Door;
}

/** What every input but the start carries. */
export interface InputBase {
  /** ISO 8601, UTC. */
  at: string;
  /** The door it came through. */
  door: Door;
}

/** An agent's answer to the current step. */
export interface DeliverInput extends InputBase {
  /** Tells the inputs apart. */
  type: "deliver";
  /** The turn that this answers. A child's ticketed result is exempt. */
  turn?: number;
  /** What the agent says about the step; the deliverable, where there is no output. */
  response?: string;
  /** The deliverable. */
  output?: Json;
  /** Of a dispatcher: one text or object per child. */
  outputs?: { [child: StepId]: Json };
  /** A step id, or an approval's label while a `reported` approval is awaited. */
  choice?: string;
  /** Values of declared variables. */
  variables?: JsonObject;
  /** A child's ticket. */
  child?: string;
}

/** The host's answer to an effect. */
export interface EffectResultInput extends InputBase {
  /** Tells the inputs apart. */
  type: "effect_result";
  /** The effect's id. */
  effect: string;
  /** What the check came to. */
  verdict: Verdict;
  /** Null where there is none. */
  exit_code?: number | null;
  /** Head and tail. */
  output?: string;
  /** File with the whole output, where it was cut. */
  output_file?: string;
  /** Why there is no verdict, or not the wanted one. */
  why?: string;
  /** Asked again after a crash. */
  repeated?: boolean;
  /** A command step that was found unanswered after a crash. */
  interrupted?: boolean;
}

/** A person's verdict. */
export interface ApproveInput extends InputBase {
  /** Tells the inputs apart. */
  type: "approve";
  /** The step whose approval it is. */
  step: StepId;
  /** The visit for which it is. */
  visit: number;
  /** The label chosen. */
  choice: string;
  /** Who decided. */
  by: string;
  /** How sure it is that this was a person. */
  assurance: Assurance;
  /** What the person added. */
  note?: string;
}

/** Stops the session for now. */
export interface PauseInput extends InputBase {
  /** Tells the inputs apart. */
  type: "pause";
  /** Why, for the record. */
  reason?: string;
}

/** Goes on after a pause. */
export interface ResumeInput extends InputBase {
  /** Tells the inputs apart. */
  type: "resume";
  /** Why, for the record. */
  reason?: string;
}

/** Ends the session without an end. */
export interface AbortInput extends InputBase {
  /** Tells the inputs apart. */
  type: "abort";
  /** What to put on record at the end. */
  summary?: string;
}

/** The delivery of the current step whose way out is the end. */
export interface CompleteInput extends InputBase {
  /** Tells the inputs apart. */
  type: "complete";
  /** The turn that this answers. */
  turn?: number;
  /** What to put on record at the end. */
  summary?: string;
  /** What the agent says about the step. */
  response?: string;
  /** The deliverable. */
  output?: Json;
  /** Values of declared variables. */
  variables?: JsonObject;
}

/** A person sends the session back to a step on its path. */
export interface BackInput extends InputBase {
  /** Tells the inputs apart. */
  type: "back";
  /** The step to go back to. */
  step: StepId;
  /** Why, for the record. */
  reason?: string;
}

/** Asks the failed effect again, after a halt that allows it. */
export interface RetryInput extends InputBase {
  /** Tells the inputs apart. */
  type: "retry";
  /** Why, for the record. */
  reason?: string;
}

/** Another owner takes the session over. */
export interface ClaimInput extends InputBase {
  /** Tells the inputs apart. */
  type: "claim";
  /** The new owner. */
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
