/**
 * `mcp execute` through an agent: does the tool's own result come back, and is it told which method brought it?
 * @module
 */

import process from "node:process";
import type { LiveClient } from "../../lib/host/live/live_client.ts";
import { OWN_TOOLS } from "../../lib/host/live/live_clients.ts";
import type { LiveProgram } from "../../lib/host/live/live_sandbox.ts";
import type { ModelMove } from "../../lib/host/live/scripted_model.ts";
import type { JsonObject } from "../../lib/json.ts";
import { ourProgram } from "./our_program.ts";
import type { Report } from "./report.ts";
import { ours, setStage } from "./walk.ts";

const METHODS: Readonly<Record<string, string>> = { gemini: "gemini-cli", "claude-code": "subagent" };

/** Calls a tool of our own server, registered as any other server in the workspace. */
export async function executeThrough(client: LiveClient, program: LiveProgram, report: Report): Promise<void> {
  if (!Object.hasOwn(METHODS, client.id)) return;
  const method = METHODS[client.id];
  const tool = OWN_TOOLS[0];
  const stage = await setStage(client, program, (n, _, { tools, results }): ModelMove | undefined => {
    const found = tools.find(({ name }) => name.endsWith(tool));
    if (found !== undefined && results.length <= 1) {
      return results.length === n ? { tool: found.name, args: {} } : undefined;
    }
    return n === 0 ? { tool: "ToolSearch", args: { query: tool } } : undefined;
  });
  try {
    const { sandbox } = stage;
    const server = { command: process.execPath, args: [await ourProgram(), "serve"] };
    sandbox.write(".mcp.json", JSON.stringify({ mcpServers: { neighbour: server } }));
    const args = JSON.stringify({ skill_name: "fenced", workspace_dir: sandbox.workspace });
    const words = [
      "mcp",
      "execute",
      "neighbour",
      tool,
      "--args",
      args,
      "--method",
      method,
      "--timeout",
      "110",
      "--json",
    ];
    const ran = await ours(sandbox, ...words);
    const answer = parse(ran.stdout);
    const text = JSON.stringify(answer);
    report.check(
      "brings a tool's result for `mcp execute`",
      ran.exitCode === 0 && text.includes("Look around") && text.includes(method),
      `${ran.exitCode} ${ran.stdout.slice(0, 600)} ${ran.stderr.slice(-300)}, ${stage.model.requests.length} requests`,
    );
  } finally {
    await stage.end();
  }
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}
