/**
 * A session of an agent, whatever its client speaks. Source: spec "Agents and the one dispatch".
 * @module
 */

import { AgentFailedError, AgentUnavailableError } from "../../../error.ts";
import type { LaunchPlan } from "./launch_plan.ts";

/** How a session is opened. */
export interface OpenOptions {
  /** Folder in which process groups are on record until they have ended. */
  records: string;
  /** The session to go on with, where there is one; a client that doesn't know it begins a new one. */
  resume?: string;
}

/** An open session. */
export interface AgentSession {
  /** The client's name of it; undefined until the client has told. */
  readonly id: string | undefined;
  /** Whether the client can go on with it after its end. */
  readonly resumable: boolean;
  /** Resolves, with the reason in words, when nothing can be asked any more. */
  readonly ended: Promise<string>;
  /**
   * Gives a task, one at a time; the answer is the text that the turn ends with.
   *
   * @throws {AgentFailedError} the turn failed, or the client ended
   */
  turn(task: string): Promise<string>;
  /** Ends the client with everything that it has started. */
  close(): Promise<void>;
}

/** The longest answer that is kept, in UTF-16 units. */
export const ANSWER_MAX = 1_048_576;

/** The agent failed at its task. */
export function failed(plan: LaunchPlan, reason: string): AgentFailedError {
  return new AgentFailedError(
    `Agent "${plan.agent}" (${plan.client}) failed: ${reason}\nWhether its work was done isn't known: look before it's asked again`,
    { agent: plan.agent, reason },
  );
}

/** The agent can't be started. */
export function unavailable(plan: LaunchPlan, reason: string): AgentUnavailableError {
  return new AgentUnavailableError(`Agent "${plan.agent}" (${plan.client}) can't be started: ${reason}`, {
    agent: plan.agent,
    reason,
  });
}

/** A session's task with what stands before the first one. */
export function introduced(plan: LaunchPlan, task: string): string {
  return plan.preamble === "" ? task : `${plan.preamble}\n\n${task}`;
}

/** An answer as it's handed out. */
export function answerText(text: string): string {
  const whole = text.trim();
  if (whole === "") return "(The agent ended its turn without a text)";
  return whole.length <= ANSWER_MAX ? whole : `${whole.slice(0, ANSWER_MAX)}\n[cut: ${whole.length} characters in all]`;
}

/** Opens a session by what the plan's client speaks; only that driver is loaded. */
export async function openSession(plan: LaunchPlan, options: OpenOptions): Promise<AgentSession> {
  switch (plan.mode) {
    case "acp":
      return await (await import("./acp_driver.ts")).openAcp(plan, options);
    case "stream-json":
      return await (await import("./stream_json_driver.ts")).openStreamJson(plan, options);
    case "exec-json":
      return await (await import("./exec_json_driver.ts")).openExecJson(plan, options);
  }
}
