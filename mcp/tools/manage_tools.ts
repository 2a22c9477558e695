/**
 * The tool set `mcp`: other servers' tools, one at a time, so that a model's context holds only what it asks for.
 * @module
 */

import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../../lib/json.ts";
import type { DiscoveredServer, Execution, ManageAnswer } from "../manage/mod.ts";
import type { MakeManager } from "../server_setup.ts";
import { ICONS } from "../identity.ts";
import { argumentSchema } from "./argument_schema.ts";
import { answer, type ToolContext } from "./call.ts";

/** `_meta` keys of the results. */
const META = { answer: "skill-workflow/manage", execution: "skill-workflow/execution" } as const;

const name = (description: string) => v.pipe(v.string(), v.maxLength(200), v.description(description));
const discoverSchema = v.strictObject({
  server: v.optional(name("Only this server")),
  refresh: v.optional(v.pipe(v.boolean(), v.description("Don't trust the catalog"))),
});
const describeSchema = v.strictObject({
  server: name("As mcp_discover names it"),
  tool: name("As mcp_discover names it"),
});
const executeSchema = v.strictObject({
  server: name("As mcp_discover names it"),
  tool: name("As mcp_discover names it"),
  args: v.optional(
    v.pipe(v.record(v.string(), v.unknown()), v.description("As the tool's schema from mcp_describe wants them")),
  ),
});

/** Registers `mcp_discover`, `mcp_describe` and `mcp_execute`. */
export function registerManageTools(server: McpServer, context: ToolContext, make: MakeManager): void {
  server.registerTool(
    "mcp_discover",
    {
      title: "Discover MCP servers",
      description: "Names of the other MCP servers here and of their tools.",
      inputSchema: argumentSchema(discoverSchema),
      icons: ICONS,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (args, request) =>
      answer(context, "mcp_discover", {}, request, async ({ workspace, signal }) => {
        const manager = await make(workspace, signal!);
        return discovered(
          await manager.discover({
            ...(args.server === undefined ? {} : { servers: [args.server] }),
            ...(args.refresh === undefined ? {} : { refresh: args.refresh }),
          }),
        );
      }),
  );

  server.registerTool(
    "mcp_describe",
    {
      title: "Describe a tool",
      description: "One tool of another MCP server: what it does, and the schema of its arguments.",
      inputSchema: argumentSchema(describeSchema),
      icons: ICONS,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (args, request) =>
      answer(context, "mcp_describe", {}, request, async ({ workspace, signal }) => {
        const manager = await make(workspace, signal!);
        return { content: [{ type: "text", text: JSON.stringify(await manager.describe(args.server, args.tool)) }] };
      }),
  );

  server.registerTool(
    "mcp_execute",
    {
      title: "Call a tool",
      description: "Calls a tool of another MCP server and gives its result.",
      inputSchema: argumentSchema(executeSchema),
      icons: ICONS,
      annotations: { destructiveHint: true, openWorldHint: true },
    },
    (args, request) =>
      answer(context, "mcp_execute", {}, request, async ({ workspace, signal }) => {
        const manager = await make(workspace, signal!);
        const { Data } = await manager.execute({
          server: args.server,
          tool: args.tool,
          args: (args.args ?? {}) as JsonObject,
        });
        return executed(Data.execution!);
      }),
  );
}

function discovered(found: ManageAnswer): CallToolResult {
  const { discovery } = found.Data;
  if (discovery === undefined) return failed(found.Error!.Code, found.Error!.Message, { [META.answer]: found });
  const text = discovery.servers.map(line).join("\n") || "No other MCP servers are configured here";
  // The whole answer would put into the client's memory what this tool is there to keep out.
  return { content: [{ type: "text", text }], ...(found.Status === "error" ? { isError: true } : {}) };
}

function line({ name, status, tools, failure }: DiscoveredServer): string {
  const names = tools.map((tool) => String(tool.name)).join(", ");
  if (status === "failed") return `${name}: failed: ${failure!.code}: ${failure!.message}`;
  return `${name}${status === "stale" ? " (not reached now; as it was before)" : ""}: ${names || "no tools"}`;
}

function executed(execution: Execution): CallToolResult {
  const { result, error } = execution;
  const { result: _, ...facts } = execution;
  const meta = { [META.execution]: facts };
  if (result === null) return failed(error!.code, error!.message, meta);
  const content = [...result.content] as CallToolResult["content"];
  const { structuredContent: structured } = result;
  const repeated = content.some((block) => block.type === "text" && isSame(block.text, structured));
  if (structured !== undefined && !repeated) content.push({ type: "text", text: JSON.stringify(structured) });
  for (const note of result.notes ?? []) content.push({ type: "text", text: `[${note}]` });
  return {
    content,
    ...(result.isError ? { isError: true } : {}),
    ...(isJsonObject(structured) ? { structuredContent: structured } : {}),
    _meta: meta,
  };
}

function failed(code: string, message: string, meta: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: "text", text: `${code}: ${message}` }], _meta: meta };
}

/** Servers repeat their structured part as text, for clients that don't know it. */
function isSame(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
