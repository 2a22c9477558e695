/**
 * What the fence needs to know of a session, and no more.
 * @module
 */

import type { Enforce } from "../workflow/workflow.ts";

/** The fence's whole knowledge of the current step; `fenceView(state)` of the session makes it. */
export interface FenceView {
  /** The session's id. */
  session: string;
  /** The workflow's name. */
  workflow: string;
  /** Where the session stands. */
  status: "running" | "paused" | "completed" | "aborted" | "halted";
  /** Null once the session is closed. */
  step: string | null;
  /** The step's title. */
  title: string;
  /** What the session waits for. */
  waiting: "delivery" | "children" | "effect" | "approval" | "choice" | null;
  /** The current step's kind. */
  kind: "agent" | "command" | "dispatcher";
  /** The step's `step_type`. */
  type: "standard" | "interactive" | "subagent_barrier" | "loop_decision" | "terminal";
  /** Already resolved: the step's own, else (dispatcher) `soft` if a child is, else the workflow's. */
  enforce: Enforce;
  /** Tools or classes that the step mandates. */
  mandated: string[];
  /** Tools or classes that the step allows besides. */
  allowed: string[];
  /** Tools or classes that the step denies. */
  denied: string[];
  /** Of a dispatcher: what its children allow to the subagents that work on them. */
  children?: { id: string; mandated: string[]; allowed: string[]; denied: string[] }[];
  /** Files (relative to the skill's folder) of steps that aren't entered yet. */
  hiddenFiles: string[];
  /** The session's turn: a nudge is given once in it. */
  turn: number;
}
