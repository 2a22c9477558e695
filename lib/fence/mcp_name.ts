/**
 * Names of MCP tools in each client's form, and which of them are this package's own.
 * @module
 */

import { isJsonObject } from "../json.ts";
import type { ToolCall } from "./tool_call.ts";
import type { ToolKind } from "./tool_class.ts";
import { type ClientTools, type McpForm, TOOL_NAMES } from "./tool_names.ts";

/** The name under which `install` registers this package's server. */
export const OWN_SERVER = "skill-workflow";

/**
 * The server's own tools. Those that start other agents, write files or call other servers count as what they do, so
 * that a step that denies writing isn't passed by through this server.
 */
const OWN_TOOLS: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  ["start_workflow", "own"],
  ["next_step", "own"],
  ["current_step", "own"],
  ["end_workflow", "own"],
  ["read_skill", "own"],
  ["list_agents", "own"],
  ["ask_agent", "subagent"],
  ["launch_agent", "subagent"],
  ["stop_agent", "subagent"],
  ["update_context", "write"],
  ["create_skill", "write"],
  ["mcp_discover", "mcp"],
  ["mcp_describe", "mcp"],
  ["mcp_execute", "mcp"],
]);

/** Names of the server's own tools. */
export const OWN_TOOL_NAMES: readonly string[] = Object.freeze([...OWN_TOOLS.keys()]);

const FALLBACK: ClientTools = { tools: {}, mcp: ["mcp__{server}__{tool}"] };

/** The client's table; an unknown client has no tools of its own. */
export function toolsOf(client: string): ClientTools {
  return Object.hasOwn(TOOL_NAMES, client) ? TOOL_NAMES[client] : FALLBACK;
}

/** What kind of tool of this package's server a call is for; undefined where it isn't one of its tools, exactly spelt. */
export function ownTool(call: ToolCall): ToolKind | undefined {
  const name = ownToolName(call);
  return name === undefined ? undefined : OWN_TOOLS.get(name);
}

/** The name of the tool of this package's server that a call is for, without any prefix. */
export function ownToolName(call: ToolCall): string | undefined {
  const server = call.ownServer ?? OWN_SERVER;
  return [...OWN_TOOLS.keys()].find((tool) => namesMcpTool(call, server, tool));
}

/** Whether the call is for that tool of that MCP server, in the client's own spelling. */
export function namesMcpTool(call: ToolCall, server: string, tool: string): boolean {
  const client = toolsOf(call.client);
  const caller = client.mcpCaller;
  if (caller !== undefined && call.tool === caller.tool) {
    return isJsonObject(call.input) && call.input[caller.server] === server && call.input[caller.name] === tool;
  }
  const spellings = serverSpellings(client, server);
  if (call.server !== undefined && !spellings.includes(call.server)) return false;
  return client.mcp.some((form) => spellings.some((spelling) => write(form, spelling, tool) === call.tool));
}

/** Whether the name has the form of an MCP tool in that client. */
export function looksLikeMcp(call: ToolCall): boolean {
  const client = toolsOf(call.client);
  if (call.server !== undefined || call.tool === client.mcpCaller?.tool) return true;
  return client.mcp.some((form) => {
    const [prefix, between] = form.split(/\{\w+\}/);
    const rest = call.tool.slice(prefix.length);
    return call.tool.startsWith(prefix) && rest !== "" && (between === "" || rest.slice(1, -1).includes(between));
  });
}

function serverSpellings(client: ClientTools, server: string): string[] {
  const spellings = [server];
  if (client.underscores) spellings.push(server.replace(/[^A-Za-z0-9_]/g, "_"));
  if (client.serverLength !== undefined) {
    spellings.push(...spellings.map((spelling) => spelling.slice(0, client.serverLength)));
  }
  return spellings;
}

function write(form: McpForm, server: string, tool: string): string {
  return form.replace("{server}", () => server).replace("{tool}", () => tool);
}
