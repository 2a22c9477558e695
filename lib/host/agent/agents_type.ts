/**
 * What dispatch may ask of the agents of a machine, and what comes of it. Source: spec "Agents and the one dispatch".
 * @module
 */

import type { Capability } from "../../capability.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import type { Caller } from "../engine/mod.ts";

/** `live` runs now; `resumable` has a session to go on with; `idle` has neither. */
export type AgentState = "live" | "resumable" | "idle";

/** An agent as others get to know it: no ids, no paths. */
export interface ListedAgent {
  /** Its name. */
  name: string;
  /** What it's for. */
  description: string;
  /** Whether it can answer at once. */
  state: AgentState;
  /** The client that it runs in; null where its file names none. */
  profile: string | null;
  /** What it can do. */
  capabilities: Capability[];
}

/** What became of an agent. */
export interface AgentAnswer {
  /** Its name. */
  agent: string;
  /** Its state now. */
  state: AgentState;
  /** What it answered to the task; null where it got none. */
  answer: string | null;
}

/** What a command about agents comes to. */
export type AgentDetail =
  | { agents: ListedAgent[]; diagnostics: Diagnostic[] }
  | { agent: AgentAnswer }
  | { context: { agent: string; file: string } }
  | { skill: { name: string; scope: "project" | "global"; file: string } };

/** The result of a command about agents, and its text. */
export interface AgentResult {
  /** For programs. */
  detail: AgentDetail;
  /** For a model. */
  reply: string;
}

/** Arguments of the commands about one agent. */
export interface TargetArguments {
  /** The agent's name. */
  target: string;
  /** Absolute path of its workspace, where it isn't the caller's. */
  workspace_dir?: string | undefined;
}

/** `list_agents`. */
export interface ListAgentsArguments {
  /** Absolute path of the workspace, where it isn't the caller's. */
  workspace_dir?: string | undefined;
}

/** `ask_agent`. */
export interface AskAgentArguments extends TargetArguments {
  /** What it's asked to do. */
  task: string;
  /** Seconds to wait for the answer; 300 if not given. */
  timeout?: number | undefined;
}

/** `launch_agent`. */
export interface LaunchAgentArguments extends TargetArguments {
  /** What it begins with; nobody waits for the answer. */
  task?: string | undefined;
}

/** `update_context`. */
export interface UpdateContextArguments extends TargetArguments {
  /** All of the agent's own context from now on. */
  content: string;
}

/** `create_skill`. */
export interface CreateSkillArguments {
  /** The skill's name; it becomes the folder's too. */
  name: string;
  /** What it's for and when it's used. */
  description: string;
  /** The text, in Markdown. */
  body: string;
  /** Whose it is; the workspace's (`project`) if not given. */
  scope?: "project" | "global" | undefined;
  /** Absolute path of the workspace, where it isn't the caller's. */
  workspace_dir?: string | undefined;
}

/** A command about agents. */
export type AgentCommand =
  | { action: "list_agents"; args: ListAgentsArguments }
  | { action: "ask_agent"; args: AskAgentArguments }
  | { action: "launch_agent"; args: LaunchAgentArguments }
  | { action: "stop_agent"; args: TargetArguments }
  | { action: "update_context"; args: UpdateContextArguments }
  | { action: "create_skill"; args: CreateSkillArguments };

/** The agents of a machine, for one caller. */
export interface AgentsApi {
  /** Does a command, and writes into the journal of agents what became of it. */
  run(command: AgentCommand, caller: Caller): Promise<AgentResult>;
  /** Whether an agent runs, here or in another process. */
  isLive(target: string, workspace: string): Promise<boolean>;
  /** Ends every agent that was started here. */
  close(): Promise<void>;
}
