/**
 * What an MCP server of ours is made from.
 * @module
 */

import type { EngineApi } from "../lib/host/engine/mod.ts";
import type { NotedCall } from "../lib/host/hook/caller_note.ts";
import type { Owner } from "../lib/session/state.ts";

/** How a server is set up. */
export interface ServerSetup {
  /** What the tools call. */
  engine: EngineApi;
  /** The workspace where a call names none. */
  workspace: string;
  /** What the client is told at the start. */
  instructions: string;
  /** Structured content and output schemas, for programs. */
  structured?: boolean;
  /** The owner that a client's hook noted just before a call, where there is one. */
  notedOwner?(call: NotedCall): Owner | undefined;
}
