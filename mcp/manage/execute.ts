/**
 * Executes a tool: methods in their order, each at most once.
 * @module
 */

import type { JsonObject } from "../../lib/json.ts";
import { findTool, isRepeatable, requireArguments } from "./call_tool.ts";
import { type CatalogEntry, readCatalog } from "./catalog.ts";
import { connectServer, type ServerConnection } from "./connect_server.ts";
import type { Attempt, Execution, Failure, MethodId, ToolResult } from "./contract.ts";
import { catalogPath, knownEntry } from "./discover.ts";
import { eraOf } from "./era.ts";
import { listTools } from "./list_server.ts";
import { ManageError } from "./manage_error.ts";
import { METHODS } from "./methods/mod.ts";
import { DEFAULT_ORDER } from "./methods/order.ts";
import type { MethodContext } from "./methods/method.ts";
import { oneAtATime } from "./one_at_a_time.ts";
import type { Config } from "./read_config.ts";
import { saveImages } from "./save_images.ts";
import { Secrets } from "./secrets.ts";
import type { ServerConfig } from "./server_config.ts";
import type { ManageSettings } from "./settings.ts";
import { shortenResult } from "./shorten_result.ts";
import type { Trace } from "./telemetry.ts";
import { readTimes } from "./time_limits.ts";

/** A call. */
export interface ExecuteOptions {
  /** The server. */
  server: string;
  /** The tool's name. */
  tool: string;
  /** May only be left out with a prompt, for an agent to choose them. */
  args?: JsonObject;
  /** Only this method. */
  method?: MethodId;
  /** The task in words, for agents. */
  prompt?: string;
  /** Folder for images. */
  saveImages?: string;
}

/**
 * Executes. Whatever goes wrong is in the answer, also when the server's own name is.
 */
export async function execute(
  config: Config,
  settings: ManageSettings,
  options: ExecuteOptions,
  trace: Trace,
): Promise<Execution> {
  const began = performance.now();
  const attempts: Attempt[] = [];
  let secrets = new Secrets();
  let used: MethodId | null = null;
  const finish = (result: ToolResult | null, error: Failure | null, method: MethodId | null): Execution => ({
    server: options.server,
    tool: options.tool,
    success: error === null,
    result,
    error,
    method_used: method,
    attempts,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    const server = config.server(options.server);
    secrets = server.secrets;
    const order = options.method === undefined ? settings.order ?? DEFAULT_ORDER : [options.method];
    settings.onState?.("EXECUTING", server.name);
    return await oneAtATime(`${server.digest} ${server.name}`, async () => {
      const context = makeContext(config, server, settings, options, trace);
      try {
        const { result, method } = await tryMethods(order, context, attempts, settings, trace, (id) => used = id);
        const saved = options.saveImages === undefined ? result : saveImages(result, options.saveImages, options.tool);
        const short = shortenResult(saved);
        return finish(short, short.isError ? toolFailure(short, options) : null, method);
      } finally {
        await context.disconnect();
      }
    });
  } catch (error) {
    if (!(error instanceof ManageError)) throw error;
    const failure = secrets.maskJson(error.toFailure() as unknown as JsonObject) as unknown as Failure;
    return finish(null, failure, error.kind === "unknown" ? used : null);
  }
}

/** A result that the server marked as an error: it got through, and it's no success. */
function toolFailure(result: ToolResult, { server, tool }: ExecuteOptions): Failure {
  const said = result.content.flatMap((block) => typeof block.text === "string" ? [block.text] : []).join("\n");
  return {
    code: "ERR_TOOL_FAILED",
    message: `The tool ${JSON.stringify(tool)} of the server ${JSON.stringify(server)} reports an error${
      said === "" ? "" : `: ${said.slice(0, 500)}`
    }`,
  };
}

async function tryMethods(
  order: readonly MethodId[],
  context: MethodContext,
  attempts: Attempt[],
  settings: ManageSettings,
  trace: Trace,
  onMethod: (id: MethodId) => void,
): Promise<{ result: ToolResult; method: MethodId }> {
  for (const [i, id] of order.entries()) {
    const method = METHODS[id];
    const next = order[i + 1];
    const unavailable = method.check(context);
    if (unavailable !== undefined) {
      attempts.push({ method: id, skipped: true, code: unavailable.code, message: unavailable.reason });
    } else {
      try {
        onMethod(id);
        if (id !== "direct-cli") await checkFirst(context);
        return { result: await method.run(context), method: id };
      } catch (error) {
        if (!(error instanceof ManageError)) throw error;
        const mayRepeat = error.kind === "elsewhere" || (error.kind === "unknown" && isRepeatable(context.definition));
        if (context.signal?.aborted || !mayRepeat) throw error;
        const failure = context.server.secrets.maskJson(error.toFailure() as unknown as JsonObject);
        attempts.push({ method: id, skipped: false, ...failure as unknown as Failure });
        if (performance.now() >= context.deadline) throw error;
      }
    }
    if (next !== undefined) {
      settings.onState?.("METHOD_FALLBACK", context.server.name);
      trace.fallback(id, next, attempts[attempts.length - 1].message);
    }
  }
  throw allFailed(order, attempts, context, settings);
}

function allFailed(
  order: readonly MethodId[],
  attempts: readonly Attempt[],
  context: MethodContext,
  settings: ManageSettings,
): ManageError {
  settings.onState?.("ALL_METHODS_FAILED", context.server.name);
  const lines = attempts.map((one) => `  ${one.method}${one.skipped ? " (skipped)" : ""}: ${one.message}`);
  const tried = attempts.filter((one) => !one.skipped);
  const stderr = tried.flatMap(({ data }) => typeof data?.stderr === "string" ? [data.stderr] : []);
  return new ManageError(
    "ERR_ALL_METHODS_FAILED",
    `No method reached the tool ${JSON.stringify(context.tool)} of the server ${JSON.stringify(context.server.name)}\n${
      lines.join("\n") || "  there is no method to try"
    }`,
    {
      methods: [...order],
      tried: tried.map((one) => one.method),
      ...(stderr.length === 0 ? {} : { stderr: stderr[0] }),
    },
  );
}

/** Before an agent is started: a wrong name or wrong arguments cost a moment here, and a run there. */
async function checkFirst(context: MethodContext): Promise<void> {
  const { server, tool, args, times, signal } = context;
  if (context.definition === undefined) {
    const connection = await context.connect().catch((error) => {
      if (context.signal?.aborted) throw error;
      return undefined;
    });
    if (connection === undefined) return;
    const tools = await listTools(connection, {
      timeout: times.discovery,
      ...(signal === undefined ? {} : { signal }),
    });
    context.definition = findTool(tools, { server: server.name, tool });
  }
  if (args !== undefined) requireArguments(context.definition, args);
}

function makeContext(
  config: Config,
  server: ServerConfig,
  settings: ManageSettings,
  options: ExecuteOptions,
  trace: Trace,
): MethodContext {
  const times = readTimes(settings.times);
  const file = catalogPath(settings);
  const known: CatalogEntry | undefined = file === null
    ? undefined
    : knownEntry(readCatalog(file), server.name, config);
  const { era, known: knownEra } = eraOf(settings.era, known);
  const { signal, records, proxy, onLine } = settings;
  const deadline = performance.now() + times.total;
  let connection: Promise<ServerConnection> | undefined;
  return {
    server,
    tool: options.tool,
    args: options.args ?? (options.prompt === undefined ? {} : undefined),
    ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
    times,
    deadline,
    era,
    env: settings.env,
    traceparent: trace.traceparent,
    definition: undefined,
    ...(signal === undefined ? {} : { signal }),
    ...(records === undefined ? {} : { records }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(onLine === undefined ? {} : { onProgress: (text: string) => onLine(server.name, text) }),
    connect: () =>
      connection ??= connectServer(server, {
        env: settings.env,
        era,
        timeout: Math.max(1, Math.min(times.connect, deadline - performance.now())),
        ...(knownEra === undefined ? {} : { known: knownEra }),
        ...(signal === undefined ? {} : { signal }),
        ...(records === undefined ? {} : { records }),
        ...(onLine === undefined ? {} : { onLine: (line: string) => onLine(server.name, line) }),
      }),
    disconnect: async () => {
      const open = connection;
      connection = undefined;
      await (await open?.catch(() => undefined))?.close();
    },
  };
}
