/**
 * Discovering and calling other MCP servers: one set of functions behind the library, the command line and the MCP tools.
 * Source: spec "Managing other MCP servers".
 * @module
 */

import { randomUUID } from "node:crypto";
import { endRecordedGroups } from "../../lib/host/group_record.ts";
import { WorkflowError } from "../../lib/error.ts";
import { isJsonObject, type JsonObject } from "../../lib/json.ts";
import { readCatalog } from "./catalog.ts";
import {
  CONTRACT_VERSION,
  type ErrorCode,
  type Execution,
  type ManageAnswer,
  type ManageRequest,
  type RequestType,
} from "./contract.ts";
import { catalogPath, discover, type DiscoverOptions, type Discovery, knownEntry } from "./discover.ts";
import { execute, type ExecuteOptions } from "./execute.ts";
import { findTool } from "./call_tool.ts";
import { logEntry, type LogPoint, type RequestFacts } from "./log_entry.ts";
import { ManageError } from "./manage_error.ts";
import { readRequest } from "./read_request.ts";
import { type Config, type ConfigOptions, readConfig } from "./read_config.ts";
import type { ManageSettings } from "./settings.ts";
import { telemetry, type Trace } from "./telemetry.ts";

/** What a manager can do. */
export interface Manager {
  /** Answers a request of the contract. Never rejects for what a server or a caller did. */
  handle(request: ManageRequest): Promise<ManageAnswer>;
  /** Asks servers what they have and keeps it in the catalog. */
  discover(options?: DiscoverOptions): Promise<ManageAnswer>;
  /** Calls a tool. */
  execute(options: ExecuteOptions): Promise<ManageAnswer>;
  /** One tool with its schema: from the catalog if it's known there, else from its server. */
  describe(server: string, tool: string): Promise<JsonObject>;
}

/**
 * A manager of the servers of a workspace.
 *
 * @example
 * ```ts
 * import { createManager } from "@skill-workflow/skill-workflow/mcp/manage";
 * const manager = createManager({ workspace: "/nowhere", env: {}, catalog: null });
 * const { Error } = await manager.execute({ server: "files", tool: "read" });
 * console.assert(Error?.Code === "ERR_CONFIG_MISSING");
 * ```
 */
export function createManager(settings: ManageSettings): Manager {
  const manager: Manager = {
    handle: async (request) => {
      try {
        const { type, context, older } = readRequest(request);
        const answer = type === "execute"
          ? await manager.execute(context as ExecuteOptions)
          : await runDiscovery(settings, type, context.server === undefined ? {} : { servers: [context.server] });
        if (older) answer.Data.metadata.backward_compatibility = true;
        return answer;
      } catch (error) {
        if (!(error instanceof ManageError)) throw error;
        const type = (isJsonObject(request) ? request.Request_Type : "discover") as RequestType;
        return answerOf(factsOf(settings, type), { error });
      }
    },
    discover: (options = {}) => runDiscovery(settings, "discover", options),
    execute: (options) => runExecution(settings, options),
    describe: async (server, tool) => {
      const config = await readConfig(configOptions(settings));
      const file = catalogPath(settings);
      const entry = file === null ? undefined : knownEntry(readCatalog(file), server, config);
      if (entry !== undefined && !entry.cut?.includes("input_schema")) {
        const known = entry.tools.find((one) => one.name === tool);
        if (known !== undefined) return known;
      }
      const { Data, Error } = await manager.discover({ servers: [server], refresh: true });
      const [found] = Data.discovery?.servers ?? [];
      const failure = found?.failure ?? (Error === null ? null : { code: Error.Code, message: Error.Message });
      if (failure !== null) throw new ManageError(failure.code, failure.message);
      return findTool(found.tools, { server, tool });
    },
  };
  return manager;
}

async function runDiscovery(
  settings: ManageSettings,
  type: RequestType,
  options: DiscoverOptions,
): Promise<ManageAnswer> {
  const facts = factsOf(settings, type);
  const log = logger(settings, facts);
  try {
    await endLeftovers(settings);
    const config = await openConfig(settings, log);
    log("discovery_started", { status: "started" });
    const discovery = await discover(config, settings, options, await telemetry());
    for (const { name, failure } of discovery.servers) {
      if (failure?.code === "ERR_SERVER_TIMEOUT") log("server_timeout", { server: name, error_code: failure.code });
    }
    const failed = discovery.servers.filter((one) => one.failure !== null).length;
    const status = failed === 0 ? "success" : failed === discovery.servers.length ? "error" : "partial";
    if (discovery.catalog_path !== null) log("catalog_saved", { status });
    return answerOf(facts, { discovery, status });
  } catch (error) {
    return answerOf(facts, { error: asManageError(error) });
  } finally {
    settings.onState?.("IDLE");
  }
}

async function runExecution(settings: ManageSettings, options: ExecuteOptions): Promise<ManageAnswer> {
  const facts = factsOf(settings, "execute");
  const { server, tool } = options;
  const trace = (await telemetry()).startExecution(server, tool);
  facts.trace_id = trace.trace_id;
  const log = logger(settings, facts);
  const watched: Trace = {
    ...trace,
    fallback: (from, to, reason) => {
      log("method_fallback", { server, tool, method_used: to, method_fallbacks: [from], status: "started" });
      trace.fallback(from, to, reason);
    },
  };
  let execution: Execution;
  try {
    await endLeftovers(settings);
    execution = await execute(await openConfig(settings, log), settings, options, watched);
  } catch (error) {
    const failure = asManageError(error).toFailure();
    execution = {
      ...{ server, tool, success: false, result: null, error: failure, method_used: null, attempts: [] },
      duration_ms: Math.round(performance.now() - facts.began),
    };
  }
  const { error, method_used, attempts, duration_ms } = execution;
  const error_code: ErrorCode | null = error?.code ?? null;
  trace.end({ method_used, error_code, duration_ms });
  const more = { server, tool, method_used, method_fallbacks: attempts.map((one) => one.method), error_code };
  if (execution.result !== null) {
    settings.onState?.("RESULT_RECEIVED", server);
    log("tool_executed", { ...more, status: error === null ? "success" : "error" });
  } else if (error_code === "ERR_ALL_METHODS_FAILED") log("all_methods_failed", more);
  else if (error_code === "ERR_SERVER_TIMEOUT") {
    settings.onState?.("SERVER_FAILED", server);
    log("server_timeout", more);
  }
  settings.onState?.("IDLE");
  return answerOf(facts, { execution });
}

function configOptions({ workspace, env, config, from }: ManageSettings): ConfigOptions {
  return { workspace, env, ...(config === undefined ? {} : { file: config }), ...(from === undefined ? {} : { from }) };
}

type Log = (event: LogPoint, more: Parameters<typeof logEntry>[2]) => void;

function logger(settings: ManageSettings, facts: RequestFacts): Log {
  return (event, more) => settings.log?.(logEntry(facts, event, more));
}

async function openConfig(settings: ManageSettings, log: Log): Promise<Config> {
  try {
    return await readConfig(configOptions(settings));
  } catch (error) {
    const known = asManageError(error);
    if (known.code === "ERR_CONFIG_MISSING") log("config_missing", { error_code: known.code });
    throw known;
  }
}

/** What a crash of ours left running is ended before anything new is started. */
async function endLeftovers({ records }: ManageSettings): Promise<void> {
  if (records !== undefined) await endRecordedGroups(records);
}

function factsOf(settings: ManageSettings, type: RequestType): RequestFacts {
  const execution_id = randomUUID();
  return {
    trace_id: execution_id.replaceAll("-", ""),
    execution_id,
    request_type: type,
    skill_name: settings.skill ?? null,
    began: performance.now(),
  };
}

/** Other parts' errors on purpose (an unknown client in `--from`) are mistakes in the request. */
function asManageError(error: unknown): ManageError {
  if (error instanceof ManageError) return error;
  if (error instanceof WorkflowError) return new ManageError("ERR_REQUEST_INVALID", error.message, error.data);
  throw error;
}

interface Outcome {
  discovery?: Discovery;
  status?: ManageAnswer["Status"];
  execution?: Execution;
  error?: ManageError;
}

function answerOf(facts: RequestFacts, { discovery, status, execution, error }: Outcome): ManageAnswer {
  const failed = discovery?.servers.find((one) => one.failure !== null)?.failure;
  const failure = error?.toFailure() ?? execution?.error ?? (status === "error" ? failed : undefined) ?? null;
  return {
    Status: status ?? (failure === null ? "success" : "error"),
    Data: {
      ...(discovery === undefined ? {} : { discovery }),
      ...(execution === undefined ? {} : { execution }),
      metadata: {
        contract_version: CONTRACT_VERSION,
        backward_compatibility: false,
        execution_id: facts.execution_id,
        trace_id: facts.trace_id,
        duration_ms: Math.round(performance.now() - facts.began),
      },
    },
    Error: failure === null ? null : {
      Code: failure.code,
      Message: failure.message,
      Request_Type: facts.request_type,
      Recoverable: failure.code !== "ERR_ALL_METHODS_FAILED",
    },
  };
}
