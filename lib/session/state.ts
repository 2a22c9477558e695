/**
 * The state of a session: plain JSON, deeply frozen. Source: spec "The reducer".
 * @module
 */

import type { Json, JsonObject } from "../json.ts";
import type { Assurance, StepId, Workflow } from "../workflow/workflow.ts";
import type { Verdict } from "./input.ts";

/** Whose session it is, as far as a hook or the client's `_meta` tells. */
export interface Owner {
  /** The host's session id (Claude Code, Codex …), else one that stands for the running server. */
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
  /** The kind of reason. */
  reason: HaltReason;
  /** The step at which it happened. */
  step: StepId;
  /** What happened and what can be done. */
  message: string;
}

/** What the host must do and report back with an `effect_result`. */
export interface Effect {
  /** Unique in the session. */
  id: string;
  /** What the host has to do. */
  kind: "command" | "gate" | "files";
  /** The step that asks for it. */
  step: StepId;
  /** Which visit of the step, from 1. */
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
  /** What was checked. */
  kind: "command" | "gate" | "files";
  /** What the check came to. */
  verdict: Verdict;
  /** Which visit of the step, from 1. */
  visit: number;
  /** Which iteration of the step's loop. */
  iteration: number;
  /** Null where there is none. */
  exit_code: number | null;
  /** Head and tail. */
  output: string;
  /** Why there is no verdict, or not the wanted one. */
  why?: string;
  /** Asked again after a crash. */
  repeated?: true;
  /** The iterations were used up; never together with "passed". */
  exhausted?: true;
}

/** What a person decided. */
export interface ApprovalRecord {
  /** Which visit of the step, from 1. */
  visit: number;
  /** The label chosen. */
  choice: string;
  /** Who decided. */
  by: string;
  /** How sure it is that this was a person. */
  assurance: Assurance;
  /** What the person added. */
  note?: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** A child's single-use key. */
export interface Ticket {
  /** The child whose result it admits. */
  child: StepId;
  /** The dispatcher's visit for which it is. */
  visit: number;
  /** Spent: a ticket works once. */
  used: boolean;
}

/** A delivery that was taken and found wanting. */
export interface Rejection {
  /** The step that stays. */
  step: StepId;
  /** The child, where it was a child's contract. */
  child?: StepId;
  /** What was failed. */
  kind: "require" | "schema" | "condition" | "gate" | "files" | "approval";
  /** What failed and what was asked for, one line each. */
  problems: string[];
  /** At most `LIMITS.rejectedExcerpt` of what came. */
  actual: string;
  /** How many deliveries were rejected in this visit. */
  attempt: number;
}

/** A delivery on its way through gate, loop, approval and choice. */
export interface Pending {
  /** The delivered text, where it isn't the recorded output itself. */
  text?: string;
  /** The delivery's variables: `variables` in conditions. */
  sent: JsonObject;
  /** The agent's choice of a way out. */
  choice?: string;
  /** A `complete`: the way out is the end. */
  complete?: true;
  /** What is asked for now; absent until something is. */
  at?: "files" | "gate" | "approval" | "choice";
}

/** One step entered. */
export interface PathEntry {
  /** The step entered. */
  step: StepId;
  /** Which visit of the step, from 1. */
  visit: number;
  /** The input that led into it. */
  revision: number;
  /** ISO 8601, UTC. */
  at: string;
}

/** The state after `revision` inputs. */
export interface SessionState {
  /** The session's id. */
  id: string;
  /** The definition that the session is pinned to. */
  workflow: Workflow;
  /** The task in the user's words. */
  input: string | null;
  /** Whose session it is; null where nobody said. */
  owner: Owner | null;
  /** Inputs applied, the start included: the journal's line number. */
  revision: number;
  /** Deliveries taken (accepted or rejected by a contract) plus `back`s: what an agent's answer is meant for. */
  turn: number;
  /** Where the session stands. */
  status: Status;
  /** Why it was halted. */
  halt: Halt | null;
  /** Null once completed. */
  step: StepId | null;
  /** What would move it; null once it's closed. */
  waiting: Waiting | null;
  /** A delivery that is on its way through checks. */
  pending: Pending | null;
  /** The declared variables. */
  context: JsonObject;
  /** What was delivered last, by step. */
  outputs: { [step: StepId]: Json };
  /** How often a step was entered. */
  visits: { [step: StepId]: number };
  /** The input that led into a step last. */
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
  /** What the machine checked last, by step. */
  gates: { [step: StepId]: GateRecord };
  /** What a person decided last, by step. */
  approvals: { [step: StepId]: ApprovalRecord };
  /** The children's keys. */
  tickets: { [ticket: string]: Ticket };
  /** The delivery taken last, to know it again when it is repeated. */
  last_delivery: { turn: number; digest: number } | null;
  /** What happened that nobody asked for, one line each. */
  notices: string[];
  /** What was wrong with the last delivery; null once one was accepted. */
  last_rejection: Rejection | null;
  /** Of `complete`, `end_workflow` and `abort`. */
  summary: string | null;
  /** ISO 8601, UTC. */
  started_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** The last `LIMITS.path` steps entered; the journal has all. */
  path: PathEntry[];
  /** All steps entered so far, also those cut from `path`. */
  entered: number;
}
