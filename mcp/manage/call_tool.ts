/**
 * One call over an open connection: the name and the arguments are checked before anything is sent.
 * @module
 */

import { ProtocolError, SdkError, SdkErrorCode, type Tool } from "@modelcontextprotocol/client";
import { didYouMean, nearest } from "../../lib/did_you_mean.ts";
import { isJsonObject, type JsonObject } from "../../lib/json.ts";
import { checkArguments } from "./check_arguments.ts";
import type { ServerConnection } from "./connect_server.ts";
import type { ToolResult } from "./contract.ts";
import { type FailureKind, ManageError } from "./manage_error.ts";
import type { Times } from "./time_limits.ts";

/** A call. */
export interface ToolCall {
  server: string;
  tool: string;
  args: JsonObject;
}

/** What a call is made with. */
export interface CallOptions {
  times: Pick<Times, "call" | "total">;
  traceparent: string;
  signal?: AbortSignal;
  onProgress?(text: string): void;
}

/**
 * The tool of that exact name.
 *
 * @throws {ManageError} `ERR_TOOL_NOT_FOUND`
 */
export function findTool(tools: readonly JsonObject[], call: Pick<ToolCall, "server" | "tool">): JsonObject {
  const found = tools.find((tool) => tool.name === call.tool);
  if (found !== undefined) return found;
  const names = tools.map((tool) => String(tool.name));
  const some = names.slice(0, 30).join(", ") + (names.length > 30 ? ` and ${names.length - 30} more` : "");
  throw new ManageError(
    "ERR_TOOL_NOT_FOUND",
    `The server ${JSON.stringify(call.server)} has no tool ${JSON.stringify(call.tool)}: ${
      didYouMean(call.tool, names) || (names.length === 0 ? "it has none" : `it has ${some}`)
    }`,
    { server: call.server, tool: call.tool, suggestions: nearest(call.tool, names) },
  );
}

/**
 * Refuses arguments that the tool's schema doesn't take.
 *
 * @throws {ManageError} `ERR_REQUEST_INVALID`
 */
export function requireArguments(tool: JsonObject, args: JsonObject): void {
  const problems = isJsonObject(tool.input_schema) ? checkArguments(tool.input_schema, args) : [];
  if (problems.length === 0) return;
  throw new ManageError(
    "ERR_REQUEST_INVALID",
    `The arguments don't fit the tool ${JSON.stringify(tool.name)}: ${problems.join("; ")}`,
    { tool: String(tool.name), problems },
  );
}

/** Whether a call may be repeated when nobody knows if it was done. */
export function isRepeatable(tool: JsonObject | undefined): boolean {
  const hints = tool?.annotations;
  return isJsonObject(hints) && (hints.readOnlyHint === true || hints.idempotentHint === true);
}

/**
 * Calls the tool. A result that the server marks as an error is a result.
 *
 * @throws {ManageError} the call got no result; its `kind` says whether it may have been done
 */
export async function callTool(
  connection: ServerConnection,
  tool: JsonObject,
  call: ToolCall,
  options: CallOptions,
): Promise<ToolResult> {
  const { times, signal, onProgress } = options;
  const { name, input_schema, output_schema } = tool;
  const definition = {
    name,
    inputSchema: input_schema,
    ...(output_schema === undefined ? {} : { outputSchema: output_schema }),
  } as unknown as Tool;
  try {
    const result = await connection.client.callTool(
      { name: call.tool, arguments: call.args, _meta: { traceparent: options.traceparent } },
      {
        timeout: Math.min(times.call, times.total),
        resetTimeoutOnProgress: true,
        maxTotalTimeout: times.total,
        onprogress: ({ progress, total, message }) =>
          onProgress?.(message ?? (total === undefined ? String(progress) : `${progress} of ${total}`)),
        toolDefinition: definition,
        ...(signal === undefined ? {} : { signal }),
      },
    );
    const { content, structuredContent, isError } = result;
    return {
      content: (content ?? []) as unknown as JsonObject[],
      ...(structuredContent === undefined ? {} : { structuredContent: structuredContent as JsonObject[string] }),
      ...(isError === true ? { isError } : {}),
    };
  } catch (error) {
    throw inWords(error, connection, call, options);
  }
}

function inWords(error: unknown, connection: ServerConnection, call: ToolCall, options: CallOptions): ManageError {
  const what = `The tool ${JSON.stringify(call.tool)} of the server ${JSON.stringify(call.server)}`;
  const said = connection.lastWords();
  const data: JsonObject = { server: call.server, tool: call.tool, ...(said === "" ? {} : { stderr: said }) };
  const text = error instanceof Error ? error.message : String(error);
  const fail = (code: ManageError["code"], message: string, kind: FailureKind, more: JsonObject = {}) =>
    new ManageError(code, message, { ...data, ...more }, kind);

  if (options.signal?.aborted) return fail("ERR_CANCELLED", `${what} was cancelled`, "final");
  if (error instanceof SdkError) {
    switch (error.code) {
      case SdkErrorCode.RequestTimeout:
        return fail(
          "ERR_SERVER_TIMEOUT",
          `${what} didn't answer within ${Math.min(options.times.call, options.times.total) / 1_000} s\n` +
            "Whether it did what was asked isn't known: look before you call again",
          "unknown",
          { phase: "call" },
        );
      case SdkErrorCode.InvalidResult:
      case SdkErrorCode.UnsupportedResultType:
        return fail("ERR_RESPONSE_PARSE", `${what} answered something that can't be read: ${text}`, "unknown");
      case SdkErrorCode.NotConnected:
      case SdkErrorCode.SendFailed:
        return fail("ERR_SERVER_FAILED", `${what} couldn't be called: ${text}`, "elsewhere");
    }
    return fail("ERR_SERVER_FAILED", `${what} didn't answer: ${text}`, "unknown");
  }
  if (error instanceof ProtocolError) {
    // The SDK speaks so of structured content that isn't what the tool announced, too.
    if (/structured content|output schema/i.test(text)) {
      return fail("ERR_RESPONSE_PARSE", `${what} answered something else than it announced: ${text}`, "unknown");
    }
    return fail("ERR_SERVER_FAILED", `${what} was refused: ${text}`, "final", { rpc_code: error.code });
  }
  return fail("ERR_SERVER_FAILED", `${what} failed: ${text}`, "unknown");
}
