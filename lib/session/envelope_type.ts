/**
 * What an agent gets to see of a session. Source: spec "Envelope".
 * @module
 */

import type { Json, JsonObject } from "../json.ts";
import type { Assurance, StepId, SubagentRecommendation } from "../workflow/workflow.ts";
import type { GateRecord, Halt, Rejection, Status } from "./state.ts";

/** A way out that the agent may see: never its instructions. */
export interface WayOut {
  /** The step that it leads to; null is the end. */
  id: StepId | null;
  /** The step's title. */
  title: string;
  /** What leads there, in words: `when "TINY"`, `if context.n > 1`, `by choice`. */
  when?: string;
}

/** A child that is still to be worked on. */
export interface EnvelopeChild {
  /** The child's id. */
  id: StepId;
  /** Its title. */
  title: string;
  /** The key with which its result is delivered alone. */
  ticket: string;
  /** Whether its result is there. */
  done: boolean;
  /** The model that the author suggests. */
  model?: string;
  /** Its instructions. */
  prompt: string;
  /** What its result has to keep, one line each. */
  contract: string[];
  /** Tools that it has to use. */
  mandated_tools: string[];
}

/** The current step, its rules, and how to end it. */
export interface Envelope {
  /** The session's id. */
  session_id: string;
  /** The workflow's name. */
  workflow: string;
  /** The workflow's title. */
  title: string;
  /** Where the session stands. */
  status: Status;
  /** Why it was halted. */
  halt?: Halt;
  /** Inputs applied so far. */
  revision: number;
  /** The turn that the next answer is for. */
  turn: number;
  /** How often a way back was taken, plus one. */
  cycle: number;
  /** Place of the current step among the declared ones. */
  progress: { step: number; of: number };
  /** The current step; absent once the session is closed. */
  step?: {
    id: StepId;
    title: string;
    type: string;
    instructions: string;
    constraints: string[];
    principles: string[];
    expected_outputs: string[];
    mandated_tools: string[];
    subagent?: SubagentRecommendation;
    model?: string;
  };
  /** Declared variables. */
  context: JsonObject;
  /** What is allowed now, one line. */
  fence?: string;
  /** The call that ends the step. */
  complete_by?: {
    call: string;
    turn: number;
    gate?: string;
    files?: string[];
    until?: string;
    contract?: string[];
    iteration?: { n: number; max: number };
  };
  /** Where the step can lead. */
  ways_out: WayOut[];
  /** A dispatcher's children. */
  children?: EnvelopeChild[];
  /** What a person is asked. */
  approval?: { question: string; labels: string[]; assurance: Assurance; how: string };
  /** What the host is running. */
  effect?: { kind: string; run?: string; files?: string[] };
  /** What happened that nobody asked for, one line each. */
  notices: string[];
  /** What the machine said of the last delivery, where it wasn't a pass. */
  verdict?: GateRecord;
  /** What was wrong with the last delivery. */
  rejected?: Rejection;
  /** The call was a repetition and changed nothing. */
  replayed?: true;
  /** What was said at the end. */
  summary?: string;
  /** Outputs of earlier steps, where the caller asked for them. */
  outputs?: { [step: StepId]: Json };
}
