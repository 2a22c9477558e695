/**
 * The server that an agent gets instead of the real one: it has the one tool, lets the one call through, and writes down what
 * the tool answered. So the answer is the tool's, not a model's account of it. Arguments that are given already stay here:
 * no model sees or changes them.
 * @module
 */

import { readFileSync } from "node:fs";
import process from "node:process";
import { Server } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { writePrivately } from "../../lib/host/write_privately.ts";
import type { JsonObject } from "../../lib/json.ts";
import { VERSION } from "../../lib/version.ts";
import { callTool, findTool, requireArguments } from "./call_tool.ts";
import { connectServer } from "./connect_server.ts";
import type { ToolResult } from "./contract.ts";
import { listTools } from "./list_server.ts";
import { ManageError } from "./manage_error.ts";
import { PROXY_NAME, type RecordedCall, type RecordingRequest } from "./methods/recording.ts";
import { Secrets } from "./secrets.ts";
import { shortenResult } from "./shorten_result.ts";

/** The schema of a tool whose arguments are given already. */
const NOTHING: JsonObject = { type: "object", properties: {} };

/** Serves on stdin and stdout until stdin ends. `file` holds the request. */
export async function runRecordingProxy(file: string): Promise<void> {
  const request = JSON.parse(readFileSync(file, "utf8")) as RecordingRequest;
  const write = (record: RecordedCall) => writePrivately(request.record, JSON.stringify(record));
  try {
    await serve(request, write);
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    write({ state: "failed", code: error.code, message: error.message, data: error.data, kind: error.kind });
    process.stderr.write(`${error.message}\n`);
  }
}

async function serve(request: RecordingRequest, write: (record: RecordedCall) => void): Promise<void> {
  const { server: name, tool, times } = request;
  // The request has the whole environment already: nothing is taken from the agent's.
  const connection = await connectServer(
    { name, reach: request.reach, digest: "", secrets: new Secrets() },
    { env: {}, era: request.era, timeout: times.connect },
  );
  try {
    const definition = findTool(await listTools(connection, { timeout: times.discovery }), { server: name, tool });
    write({ state: "ready", tool: definition });
    let answer: Promise<ToolResult> | undefined;
    // Whoever asks again gets the same answer: nothing is done twice.
    const call = (args: JsonObject): Promise<ToolResult> => answer ??= record(request.args ?? args);
    const record = async (args: JsonObject): Promise<ToolResult> => {
      try {
        requireArguments(definition, args);
      } catch (error) {
        // Arguments of the agent's own choice may be mended and tried again.
        if (request.args !== null) throw error;
        answer = undefined;
        return said((error as Error).message, true);
      }
      write({ state: "sent", tool: definition });
      const result = shortenResult(
        await callTool(connection, definition, { server: name, tool, args }, {
          times,
          traceparent: request.traceparent,
        }),
      );
      write({ state: "done", tool: definition, result });
      return request.args === null ? result : said("The call was made, and its result is on record.", false);
    };
    await speak(request.args === null ? definition : { ...definition, input_schema: NOTHING }, async (args) => {
      try {
        return await call(args);
      } catch (error) {
        if (!(error instanceof ManageError)) throw error;
        write({ state: "failed", code: error.code, message: error.message, data: error.data, kind: error.kind });
        return said(error.message, true);
      }
    });
  } finally {
    await connection.close();
  }
}

async function speak(definition: JsonObject, call: (args: JsonObject) => Promise<ToolResult>): Promise<void> {
  const server = new Server({ name: PROXY_NAME, version: VERSION }, { capabilities: { tools: {} } });
  const { input_schema, output_schema: _, ...rest } = definition;
  server.setRequestHandler("tools/list", () => ({ tools: [{ ...rest, inputSchema: input_schema }] }) as never);
  server.setRequestHandler("tools/call", async ({ params }) => {
    if (params.name !== definition.name) {
      return said(`There is only the tool ${String(definition.name)}`, true) as never;
    }
    return await call((params.arguments ?? {}) as JsonObject) as never;
  });
  const over = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await over;
  await server.close();
}

function said(text: string, isError: boolean): ToolResult {
  return { ...(isError ? { isError } : {}), content: [{ type: "text", text }] };
}
