/**
 * What an MCP server of ours is made from.
 * @module
 */

import type { Engine } from "../lib/host/engine/mod.ts";

/** How a server is set up. */
export interface ServerSetup {
  /** What the tools call. */
  engine: Engine;
  /** The workspace where a call names none. */
  workspace: string;
  /** What the client is told at the start. */
  instructions: string;
  /** Structured content and output schemas, for programs. */
  structured?: boolean;
}
