/**
 * Runs an agent headless in a folder of its own, with the recording proxy as its only server.
 * @module
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DEPTH_VARIABLE, depthOf } from "../../../lib/host/agent/depth.ts";
import { withoutAgentMarkers } from "../../../lib/host/agent_markers.ts";
import { endGroup, spawnGroup } from "../../../lib/host/process_group.ts";
import type { JsonObject } from "../../../lib/json.ts";
import type { ToolResult } from "../contract.ts";
import { ManageError } from "../manage_error.ts";
import { serverEnvironment } from "../server_environment.ts";
import type { MethodContext } from "./method.ts";
import { PROXY_NAME, readRecord, type RecordingRequest, resultOfRecord } from "./recording.ts";

/** What is needed to start an agent. */
export interface AgentRun {
  /** Its name in messages. */
  title: string;
  program: string;
  /** Files to write into its folder before it starts, by relative path. */
  files: Readonly<Record<string, JsonObject>>;
  args: readonly string[];
  /** Null for an empty stdin. */
  input: string | null;
  env?: Readonly<Record<string, string>>;
}

/** The entry of the proxy in a client's configuration, for the request file `{request}`. */
export function proxyEntry(proxy: readonly string[], request: string): { command: string; args: string[] } {
  const [command, ...args] = proxy;
  return { command, args: [...args, "mcp", "record", request] };
}

/** What the agent is asked to do. */
export function instructionsFor(context: MethodContext): string {
  const lines = [
    `Call the tool "${context.tool}" of the MCP server "${PROXY_NAME}" exactly once.`,
    context.args === undefined
      ? "Choose its arguments from the task below."
      : "It takes no arguments: they are given already.",
    "Use no other tool. Then answer with the single word DONE.",
  ];
  if (context.prompt !== undefined) lines.push(`The task:\n${context.prompt}`);
  return lines.join("\n");
}

/**
 * Runs the agent and takes the tool's own result from the record. `make` gets the agent's folder and the proxy's entry.
 *
 * @throws {ManageError} no result was recorded
 */
export async function runAgent(
  context: MethodContext,
  make: (folder: string, entry: { command: string; args: string[] }) => AgentRun,
): Promise<ToolResult> {
  // One call at a time: what the direct way has opened would be a second server beside the proxy's.
  await context.disconnect();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "skill-workflow-agent-")));
  const record = join(folder, "record", "call.json");
  const left = Math.max(1, context.deadline - performance.now());
  try {
    const { reach } = context.server;
    const request: RecordingRequest = {
      server: context.server.name,
      reach: reach.transport === "stdio" ? { ...reach, env: serverEnvironment(context.env, reach.env) } : reach,
      tool: context.tool,
      args: context.args ?? null,
      era: context.era,
      times: { ...context.times, total: Math.min(context.times.total, left) },
      traceparent: context.traceparent,
      record,
    };
    const file = join(folder, "record", "request.json");
    write(file, request as unknown as JsonObject);
    const workspace = join(folder, "workspace");
    mkdirSync(workspace);
    const run = make(workspace, proxyEntry(context.proxy!, file));
    for (const [path, content] of Object.entries(run.files)) write(join(workspace, path), content);
    const why = await start(context, run, workspace, left);
    if (context.signal?.aborted) throw new ManageError("ERR_CANCELLED", `Cancelled while ${run.title} was running`);
    return resultOfRecord(readRecord(record), run.title, context.server.secrets.mask(why));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(file: string, content: JsonObject): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
}

const TAIL = 2_000;

/** How it ended, with the end of what it wrote. */
async function start(context: MethodContext, run: AgentRun, cwd: string, limit: number): Promise<string> {
  const depth = depthOf(context.env) + 1;
  const group = await spawnGroup(run.program, run.args, {
    cwd,
    env: { ...withoutAgentMarkers(context.env), ...run.env, [DEPTH_VARIABLE]: String(depth) },
    stdin: "pipe",
    ...(context.records === undefined ? {} : { records: context.records }),
  }).catch((error: Error) => {
    throw new ManageError("ERR_SERVER_FAILED", `${run.title} can't be started: ${error.message}`, {}, "elsewhere");
  });
  let tail = "";
  const keep = (text: string) => tail = (tail + text).slice(-TAIL);
  group.child.stdout?.setEncoding("utf8").on("data", keep);
  group.child.stderr?.setEncoding("utf8").on("data", keep);
  group.child.stdin?.on("error", () => {});
  group.child.stdin?.end(run.input ?? "");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  const over = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it didn't end within ${Math.round(limit / 1_000)} s`), limit);
    stop = () => resolve("it was cancelled");
    context.signal?.addEventListener("abort", stop, { once: true });
  });
  const ended = group.exited.then(({ code, signal }) => `it ended with ${signal ?? `code ${code}`}`);
  const how = await Promise.race([ended, over]);
  clearTimeout(timer);
  if (stop) context.signal?.removeEventListener("abort", stop);
  await endGroup(group, { grace: 1_000 });
  return tail.trim() === "" ? how : `${how}, having written: ${tail.trim().slice(-500)}`;
}
