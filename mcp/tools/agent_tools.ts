/**
 * The tool set `agents`: other agents of this workspace. Source: spec "Agents and the one dispatch".
 * @module
 */

import type { McpServer } from "@modelcontextprotocol/server";
import {
  askAgentSchema,
  createSkillSchema,
  launchAgentSchema,
  listAgentsSchema,
  stopAgentSchema,
  updateContextSchema,
} from "../../lib/host/agent/argument_schemas.ts";
import { ASK_TIMEOUT_MS } from "../../lib/host/agent/ask_timeout.ts";
import { ICONS } from "../identity.ts";
import { argumentSchema } from "./argument_schema.ts";
import { askLimit } from "./ask_limit.ts";
import { answerCommand, type ToolContext } from "./call.ts";

const LOOKS = { readOnlyHint: true, openWorldHint: false };
const STARTS = { destructiveHint: false, openWorldHint: true };
const WRITES = { destructiveHint: false, openWorldHint: false };

/** Registers `list_agents`, `ask_agent`, `launch_agent`, `stop_agent`, `update_context` and `create_skill`. */
export function registerAgentTools(server: McpServer, context: ToolContext): void {
  server.registerTool(
    "list_agents",
    {
      title: "List the agents",
      description: "The other agents here: what each is for, its state, and its skills.",
      inputSchema: argumentSchema(listAgentsSchema),
      icons: ICONS,
      annotations: LOOKS,
    },
    (args, request) => answerCommand(context, { action: "list_agents", args }, request),
  );

  server.registerTool(
    "ask_agent",
    {
      title: "Ask an agent",
      description: "Gives a task to another agent and waits for its answer. Starts it where it doesn't run.",
      inputSchema: argumentSchema(askAgentSchema),
      icons: ICONS,
      annotations: STARTS,
    },
    (args, request) => {
      const timeout = Math.min(args.timeout ?? ASK_TIMEOUT_MS / 1_000, askLimit(context.clientName()));
      return answerCommand(context, { action: "ask_agent", args: { ...args, timeout } }, request);
    },
  );

  server.registerTool(
    "launch_agent",
    {
      title: "Launch an agent",
      description: "Starts another agent, with a task or without one, and doesn't wait for an answer.",
      inputSchema: argumentSchema(launchAgentSchema),
      icons: ICONS,
      annotations: STARTS,
    },
    (args, request) => answerCommand(context, { action: "launch_agent", args }, request),
  );

  server.registerTool(
    "stop_agent",
    {
      title: "Stop an agent",
      description:
        "Ends an agent that runs. Where its client can, it goes on with the same session when it's asked again.",
      inputSchema: argumentSchema(stopAgentSchema),
      icons: ICONS,
      annotations: { destructiveHint: true, openWorldHint: false },
    },
    (args, request) => answerCommand(context, { action: "stop_agent", args }, request),
  );

  server.registerTool(
    "update_context",
    {
      title: "Update an agent's context",
      description: "Replaces what an agent is told of its work at its launch.",
      inputSchema: argumentSchema(updateContextSchema),
      icons: ICONS,
      annotations: { destructiveHint: true, openWorldHint: false },
    },
    (args, request) => answerCommand(context, { action: "update_context", args }, request),
  );

  server.registerTool(
    "create_skill",
    {
      title: "Create a skill",
      description: "Writes a new reference skill. Nothing that exists is overwritten.",
      inputSchema: argumentSchema(createSkillSchema),
      icons: ICONS,
      annotations: WRITES,
    },
    (args, request) => answerCommand(context, { action: "create_skill", args }, request),
  );
}
