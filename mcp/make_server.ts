/**
 * The MCP server of one connection.
 * @module
 */

import { McpServer } from "@modelcontextprotocol/server";
import type { EngineApi } from "../lib/host/engine/mod.ts";
import { IDENTITY } from "./identity.ts";
import { canAsk } from "./person/can_ask.ts";
import { memos } from "./person/memos.ts";
import type { ServerSetup } from "./server_setup.ts";
import { registerAgentTools } from "./tools/agent_tools.ts";
import type { ToolContext } from "./tools/call.ts";
import { registerManageTools } from "./tools/manage_tools.ts";
import { registerWorkflowTools } from "./tools/workflow_tools.ts";

/** How long a form may take while a call stays open: below the limit of clients that give up after three minutes. */
const PERSON_WAIT_MS = 150_000;
const PROGRESS_MS = 5_000;

/** Forms without an answer, by engine: over HTTP a server lives for one request. */
const unanswered = new WeakMap<EngineApi, Set<string>>();

/** Makes the server of one connection; both protocol eras are served by the same tools. */
export function makeServer(setup: ServerSetup, era: "legacy" | "modern"): McpServer {
  const server = new McpServer(IDENTITY, {
    instructions: setup.instructions,
    capabilities: { tools: {} },
    requestState: { verify: memos.verify },
  });
  const declared = () => server.server.getClientCapabilities();
  const clientName = () => server.server.getClientVersion()?.name;
  if (!unanswered.has(setup.engine)) unanswered.set(setup.engine, new Set());
  const context: ToolContext = {
    engine: setup.engine,
    workspace: setup.workspace,
    ...(setup.agents ? { agents: setup.agents } : {}),
    ...(setup.requireSkill ? { requireSkill: setup.requireSkill } : {}),
    connection: { shown: new Map() },
    structured: setup.structured ?? false,
    ...(setup.notedOwner ? { notedOwner: setup.notedOwner } : {}),
    clientName,
    person: {
      canAsk: (request) => canAsk(request, declared()),
      ...(era === "modern" ? { later: memos.mint } : {}),
      wait: setup.personWait ?? PERSON_WAIT_MS,
      by: () => `a person at ${clientName() ?? "an MCP client"}`,
      unanswered: unanswered.get(setup.engine)!,
    },
    ...(setup.trust ? { trust: setup.trust } : {}),
    progressEvery: setup.progressEvery ?? PROGRESS_MS,
  };
  const tools = setup.tools ?? ["workflow"];
  if (tools.includes("workflow")) registerWorkflowTools(server, context);
  if (tools.includes("agents") && setup.agents) registerAgentTools(server, context);
  if (tools.includes("mcp") && setup.manage) registerManageTools(server, context, setup.manage);
  setup.extend?.(server, setup, era);
  return server;
}
