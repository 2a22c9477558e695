/**
 * What the fence needs to know of a session, and no more.
 * @module
 */

import type { Enforce } from "../workflow/workflow.ts";

/** The fence's whole knowledge of the current step; `fenceView(state)` of the session makes it. */
export interface FenceView {
  session: string;
  workflow: string;
  status: "running" | "paused" | "completed" | "aborted" | "halted";
  /** Null once the session is closed. */
  step: string | null;
  title: string;
  /** What the session waits for. */
  waiting: "delivery" | "children" | "effect" | "approval" | "choice" | null;
  /** The current step's kind. */
  kind: "agent" | "command" | "dispatcher";
  type: "standard" | "interactive" | "subagent_barrier" | "loop_decision" | "terminal";
  /** Already resolved: the step's own, else (dispatcher) `soft` if a child is, else the workflow's. */
  enforce: Enforce;
  mandated: string[];
  allowed: string[];
  denied: string[];
  /** Of a dispatcher: what its children allow to the subagents that work on them. */
  children?: { id: string; mandated: string[]; allowed: string[]; denied: string[] }[];
  /** Files (relative to the skill's folder) of steps that aren't entered yet. */
  hiddenFiles: string[];
  turn: number;
}
