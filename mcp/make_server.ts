/**
 * The MCP server of one connection.
 * @module
 */

import { McpServer } from "@modelcontextprotocol/server";
import { VERSION } from "../lib/version.ts";
import type { ServerSetup } from "./server_setup.ts";
import type { ToolContext } from "./tools/call.ts";
import { registerManageTools } from "./tools/manage_tools.ts";
import { registerWorkflowTools } from "./tools/workflow_tools.ts";

/** Makes the server of one connection; both protocol eras are served by the same tools. */
export function makeServer(setup: ServerSetup, era: "legacy" | "modern"): McpServer {
  const server = new McpServer(
    { name: "skill-workflow", title: "Skill workflows", version: VERSION },
    { instructions: setup.instructions, capabilities: { tools: {} } },
  );
  const context: ToolContext = {
    engine: setup.engine,
    workspace: setup.workspace,
    ...(setup.requireSkill ? { requireSkill: setup.requireSkill } : {}),
    connection: { turns: new Map() },
    structured: setup.structured ?? false,
    ...(setup.notedOwner ? { notedOwner: setup.notedOwner } : {}),
    clientName: () => server.server.getClientVersion()?.name,
  };
  const tools = setup.tools ?? ["workflow"];
  if (tools.includes("workflow")) registerWorkflowTools(server, context);
  if (tools.includes("mcp") && setup.manage) registerManageTools(server, context, setup.manage);
  setup.extend?.(server, setup, era);
  return server;
}
