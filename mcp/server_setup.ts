/**
 * What an MCP server of ours is made from.
 * @module
 */

import type { AgentsApi } from "../lib/host/agent/agents_type.ts";
import type { EngineApi } from "../lib/host/engine/mod.ts";
import type { NotedCall } from "../lib/host/hook/caller_note.ts";
import type { TrustDoor } from "./person/trust_door.ts";
import type { SessionMoves } from "./session_moves.ts";
import type { Owner } from "../lib/session/state.ts";
import type { Manager } from "./manage/mod.ts";

/** A set of tools. */
export type ToolSet = "workflow" | "agents" | "mcp";

/** Makes the manager of a workspace; a call that is cancelled is cancelled there too. */
export type MakeManager = (workspace: string, signal: AbortSignal) => Promise<Manager>;

/** How a server is set up. */
export interface ServerSetup {
  /** What the tools call. */
  engine: EngineApi;
  /** Throws where the caller hasn't got a skill. */
  requireSkill?(name: string): void;
  /** The agents of this machine: what the set `agents` calls. */
  agents?: AgentsApi;
  /** The workspace where a call names none. */
  workspace: string;
  /** What the client is told at the start. */
  instructions: string;
  /** Structured content and output schemas, for programs. */
  structured?: boolean;
  /** The owner that a client's hook noted just before a call, where there is one. */
  notedOwner?(call: NotedCall): Owner | undefined;
  /** Sets of tools; `workflow` alone where nothing is said. */
  tools?: readonly ToolSet[];
  /** Makes what the set `mcp` calls. */
  manage?: MakeManager;
  /** Registers resources and skills beside the tools, on the SDK's server before it's connected. */
  extend?(server: object, setup: ServerSetup, era: "legacy" | "modern"): void;
  /** Tells of sessions that move, on a connection that lasts. */
  moves?: SessionMoves;
  /** Keeps what a person trusts in a form; without it only a terminal will do. */
  trust?: TrustDoor;
  /** Milliseconds after which a form without an answer is left to the agent, where the call stays open; 150,000. */
  personWait?: number;
  /** Milliseconds between two words of progress of a call that waits; 5,000. */
  progressEvery?: number;
}
