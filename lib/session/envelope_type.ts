/**
 * What an agent gets to see of a session. Source: spec "Envelope".
 * @module
 */

import type { Json, JsonObject } from "../json.ts";
import type { Assurance, StepId, SubagentRecommendation } from "../workflow/workflow.ts";
import type { GateRecord, Halt, Rejection, Status } from "./state.ts";

/** A way out that the agent may see: never its instructions. */
export interface WayOut {
  id: StepId | null;
  title: string;
  /** What leads there, in words: `when "TINY"`, `if context.n > 1`, `by choice`. */
  when?: string;
}

/** A child that is still to be worked on. */
export interface EnvelopeChild {
  id: StepId;
  title: string;
  ticket: string;
  done: boolean;
  model?: string;
  prompt: string;
  contract: string[];
  mandated_tools: string[];
}

/** The current step, its rules, and how to end it. */
export interface Envelope {
  session_id: string;
  workflow: string;
  title: string;
  status: Status;
  halt?: Halt;
  revision: number;
  turn: number;
  cycle: number;
  progress: { step: number; of: number };
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
  ways_out: WayOut[];
  children?: EnvelopeChild[];
  approval?: { question: string; labels: string[]; assurance: Assurance; how: string };
  effect?: { kind: string; run?: string; files?: string[] };
  notices: string[];
  /** What the machine said of the last delivery, where it wasn't a pass. */
  verdict?: GateRecord;
  rejected?: Rejection;
  replayed?: true;
  summary?: string;
  /** Outputs of earlier steps, where the caller asked for them. */
  outputs?: { [step: StepId]: Json };
}
