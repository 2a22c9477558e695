/**
 * The program that the official conformance suite drives: it connects as the manager does and does what a scenario asks.
 * The last argument is the address. See docs/conformance.md.
 * @module
 */

import process from "node:process";
import { callTool } from "../../mcp/manage/call_tool.ts";
import { connectServer } from "../../mcp/manage/connect_server.ts";
import { listServer } from "../../mcp/manage/list_server.ts";
import { readServer } from "../../mcp/manage/server_config.ts";
import type { Json, JsonObject } from "../../lib/json.ts";

const url = process.argv[process.argv.length - 1];
const version = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? "";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}") as {
  toolCalls?: { name: string; arguments: JsonObject }[];
};
const server = readServer("suite", { type: "http", url }, { file: "suite", folder: ".", env: {} });
const era = version >= "2026" ? "modern" : "legacy";
const connection = await connectServer(server, { env: {}, era, timeout: 10_000 });
try {
  const { tools } = await listServer(connection, { timeout: 10_000 });
  // A scenario wants to see what became of the schemas that it has sent.
  const schemas = tools.map((tool) => tool.input_schema as JsonObject);
  const focal = schemas.find((schema) => "$schema" in schema && "$defs" in schema) ?? {};
  const calls = context.toolCalls ?? tools.map((tool) => ({ name: String(tool.name), arguments: sample(tool, focal) }));
  for (const { name, arguments: args } of calls) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) continue;
    const traceparent = `00-${"1".repeat(32)}-${"2".repeat(16)}-00`;
    const options = { times: { call: 10_000, total: 10_000 }, traceparent };
    await callTool(connection, tool, { server: "suite", tool: name, args }, options).then(
      (result) => console.log(name, JSON.stringify(result)),
      (error) => console.log(name, String(error)),
    );
  }
} finally {
  await connection.close();
}

/** Something that a tool's schema takes. */
function sample(tool: JsonObject, focal: JsonObject): JsonObject {
  const { properties = {} } = tool.input_schema as { properties?: Record<string, { type?: string }> };
  const values: Record<string, Json> = { number: 2, integer: 2, boolean: true, array: [], object: focal };
  return Object.fromEntries(Object.entries(properties).map(([key, { type }]) => [key, values[type ?? ""] ?? "text"]));
}
