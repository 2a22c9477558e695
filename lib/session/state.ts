/**
 * The state of a session: plain JSON, deeply frozen. Source: spec "The reducer".
 * @module
 */

import type { Json, JsonObject } from "../json.ts";
import type { Assurance, StepId, Workflow } from "../workflow/workflow.ts";
import type { Verdict } from "./input.ts";

/** Whose session it is, as far as a hook or the client's `_meta` tells. */
export interface Owner {
  /** The host's session id (Claude Code, Codex …), else one that stands for the server's process. */
  session: string;
  /** The agent inside the host session, where it is a subagent. */
  agent?: string;
  /** The client's name, such as `claude-code`. */
  client?: string;
  /** Process of the server that owns it, where no host session is known; the owner is gone when it is. */
  pid?: number;
  /** The machine of `pid`. */
  host?: string;
}

/** Where a session stands. */
export type Status = "running" | "paused" | "completed" | "aborted" | "halted";

/** Why a session was halted. */
export type HaltReason =
  | "loop_exhausted"
  | "gate_unevaluable"
  | "expectation_failed"
  | "effect_interrupted"
  | "runaway";

/** A halt; it stays on the record when the session is aborted afterwards. */
export interface Halt {
  reason: HaltReason;
  step: StepId;
  message: string;
}

/** What the host must do and report back with an `effect_result`. */
export interface Effect {
  /** Unique in the session. */
  id: string;
  kind: "command" | "gate" | "files";
  step: StepId;
  visit: number;
  /** Of `command` and `gate`. */
  run?: string;
  /** Seconds; of `command` and `gate`. */
  timeout?: number;
  /** Of `files`: paths relative to the workspace. */
  files?: string[];
}

/** What would move the session. Null once it's closed. */
export type Waiting =
  | { for: "delivery" }
  | { for: "children"; missing: StepId[] }
  | { for: "effect"; effect: Effect }
  | { for: "approval"; step: StepId; visit: number }
  | { for: "choice"; targets: StepId[] };

/** What the machine checked. */
export interface GateRecord {
  kind: "command" | "gate" | "files";
  verdict: Verdict;
  visit: number;
  iteration: number;
  exit_code: number | null;
  /** Head and tail. */
  output: string;
  why?: string;
  /** Asked again after a crash. */
  repeated?: true;
  /** The iterations were used up; never together with "passed". */
  exhausted?: true;
}

/** What a person decided. */
export interface ApprovalRecord {
  visit: number;
  choice: string;
  by: string;
  assurance: Assurance;
  note?: string;
  at: string;
}

/** A child's single-use key. */
export interface Ticket {
  child: StepId;
  visit: number;
  used: boolean;
}

/** A delivery that was taken and found wanting. */
export interface Rejection {
  step: StepId;
  /** The child, where it was a child's contract. */
  child?: StepId;
  kind: "require" | "schema" | "condition" | "gate" | "files" | "approval";
  /** What failed and what was asked for, one line each. */
  problems: string[];
  /** At most `LIMITS.rejectedExcerpt` of what came. */
  actual: string;
  attempt: number;
}

/** A delivery on its way through gate, loop, approval and choice. */
export interface Pending {
  /** The delivered text, where it isn't the recorded output itself. */
  text?: string;
  /** The delivery's variables: `variables` in conditions. */
  sent: JsonObject;
  choice?: string;
  /** A `complete`: the way out is the end. */
  complete?: true;
  /** What is asked for now; absent until something is. */
  at?: "files" | "gate" | "approval" | "choice";
}

/** One step entered. */
export interface PathEntry {
  step: StepId;
  visit: number;
  revision: number;
  at: string;
}

/** The state after `revision` inputs. */
export interface SessionState {
  id: string;
  workflow: Workflow;
  input: string | null;
  owner: Owner | null;
  /** Inputs applied, the start included: the journal's line number. */
  revision: number;
  /** Deliveries taken (accepted or rejected by a contract) plus `back`s: what an agent's answer is meant for. */
  turn: number;
  status: Status;
  halt: Halt | null;
  /** Null once completed. */
  step: StepId | null;
  waiting: Waiting | null;
  pending: Pending | null;
  context: JsonObject;
  outputs: { [step: StepId]: Json };
  visits: { [step: StepId]: number };
  entered_at_revision: { [step: StepId]: number };
  /** Of the current step in this visit, from 1. */
  iteration: number;
  /** From 1; up with every way back. */
  cycle: number;
  /** Ways out taken since the start or the last `loop_decision`. */
  transitions: number;
  /** How many transitions are granted before `runaway`. */
  granted_transitions: number;
  /** Deliveries rejected in this visit. */
  attempts: number;
  /** Verdicts `unevaluable` in a row. */
  unevaluable: number;
  gates: { [step: StepId]: GateRecord };
  approvals: { [step: StepId]: ApprovalRecord };
  tickets: { [ticket: string]: Ticket };
  last_delivery: { turn: number; digest: string } | null;
  notices: string[];
  last_rejection: Rejection | null;
  /** Of `complete`, `end_workflow` and `abort`. */
  summary: string | null;
  started_at: string;
  updated_at: string;
  /** The last `LIMITS.path` steps entered; the journal has all. */
  path: PathEntry[];
  /** All steps entered so far, also those cut from `path`. */
  entered: number;
}
