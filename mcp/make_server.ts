/**
 * The MCP server of one connection.
 * @module
 */

import { McpServer } from "@modelcontextprotocol/server";
import type { Engine } from "../lib/host/engine/mod.ts";
import { VERSION } from "../lib/version.ts";
import type { ToolContext } from "./tools/call.ts";
import { registerWorkflowTools } from "./tools/workflow_tools.ts";

/** How a server is set up. */
export interface ServerSetup {
  engine: Engine;
  /** The workspace where a call names none. */
  workspace: string;
  /** What the client is told at the start. */
  instructions: string;
  /** Structured content and output schemas, for programs. */
  structured?: boolean;
}

/** Makes the server of one connection; both protocol eras are served by the same tools. */
export function makeServer(setup: ServerSetup): McpServer {
  const server = new McpServer(
    { name: "skill-workflow", title: "Skill workflows", version: VERSION },
    { instructions: setup.instructions, capabilities: { tools: {} } },
  );
  const context: ToolContext = {
    engine: setup.engine,
    workspace: setup.workspace,
    connection: { turns: new Map() },
    structured: setup.structured ?? false,
    clientName: () => server.server.getClientVersion()?.name,
  };
  registerWorkflowTools(server, context);
  return server;
}
