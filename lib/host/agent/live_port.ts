/**
 * Live agents as the commands about agents use them. Source: spec "Agents and the one dispatch".
 * @module
 */

import type { Agent } from "../../capability.ts";
import type { AgentState } from "./agents_type.ts";

/** What a command needs to know of an agent's live side. */
export interface LiveAgents {
  /** Whether it runs, has a session to go on with, or neither. */
  state(agent: Agent, workspace: string): AgentState;
  /**
   * Starts an agent where it doesn't run yet, with a task that nobody waits for.
   *
   * @throws {AgentUnavailableError} it can't be started
   */
  launch(agent: Agent, workspace: string, task: string | undefined): Promise<void>;
  /**
   * Asks a live agent, or starts it first.
   *
   * @throws {AgentError} it can't be asked, is busy, takes too long (and works on), or fails
   */
  ask(agent: Agent, workspace: string, task: string, options: AskOptions): Promise<string>;
  /** Ends an agent; false where it didn't run. */
  stop(agent: Agent, workspace: string): Promise<boolean>;
  /** Ends every agent that was started here. */
  close(): Promise<void>;
}

/** How to wait for an answer. */
export interface AskOptions {
  /** Milliseconds. */
  timeout: number;
  /** Nobody waits any more. */
  signal?: AbortSignal;
}
