/**
 * A connection to one server: started or reached, shaken hands with, in the era that it speaks.
 * @module
 */

import {
  Client,
  type PriorDiscovery,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { JsonObject } from "../../lib/json.ts";
import { VERSION } from "../../lib/version.ts";
import type { EraMode, KnownEra } from "./era.ts";
import { GroupTransport } from "./group_transport.ts";
import { ManageError } from "./manage_error.ts";
import type { ServerConfig } from "./server_config.ts";
import { serverEnvironment } from "./server_environment.ts";

/** How to connect. */
export interface ConnectOptions {
  env: Readonly<Record<string, string | undefined>>;
  era: EraMode;
  /** What an earlier `auto` found out. */
  known?: KnownEra;
  /** Milliseconds for start and handshake together. */
  timeout: number;
  signal?: AbortSignal;
  /** Folder in which process groups are on record. */
  records?: string;
  /** A line that the server wrote to stderr, masked. */
  onLine?(line: string): void;
}

/** An open connection. */
export interface ServerConnection {
  client: Client;
  era: "legacy" | "modern";
  /** For the next connection in the era `auto`. */
  known: KnownEra;
  /** What the server wrote to stderr last, masked. */
  lastWords(): string;
  /** Ends it, and a server on this machine with all that it has started. */
  close(): Promise<void>;
}

/** The revision that `modern` insists on. */
const MODERN = "2026-07-28";

/**
 * Connects to a server. What was started is ended again when that fails.
 *
 * @throws {ManageError} `ERR_SERVER_TIMEOUT`, `ERR_SERVER_FAILED`, or `ERR_CANCELLED`; nothing was called yet
 */
export async function connectServer(server: ServerConfig, options: ConnectOptions): Promise<ServerConnection> {
  const deadline = performance.now() + options.timeout;
  const attempt = (era: EraMode, sse: boolean, known?: KnownEra) =>
    tryConnect(server, options, { era, sse, deadline, ...(known === undefined ? {} : { known }) });
  const { reach } = server;
  const sse = reach.transport === "sse";
  try {
    return await attempt(options.era, sse, options.era === "legacy" ? undefined : options.known);
  } catch (error) {
    if (options.signal?.aborted || performance.now() >= deadline) throw inWords(error, server, options);
    const again = error instanceof Attempted ? error.cause : error;
    try {
      // Some servers end at the first request that they don't know: once more, in the era that they know.
      if (options.era === "auto" && again instanceof SdkError && again.code === SdkErrorCode.EraNegotiationFailed) {
        return await attempt("legacy", sse);
      }
      // What an earlier probe found isn't so any more.
      if (options.known?.kind === "modern" && options.era === "auto") return await attempt("auto", sse);
      if (reach.transport !== "stdio" && !sse && reach.mayBeSse && isOlderHttp(again)) {
        return await attempt("legacy", true);
      }
    } catch (second) {
      throw inWords(second, server, options);
    }
    throw inWords(error, server, options);
  }
}

interface Way {
  era: EraMode;
  sse: boolean;
  deadline: number;
  known?: KnownEra;
}

/** A failed attempt with what the server wrote meanwhile. */
class Attempted extends Error {
  readonly lastWords: string;
  constructor(cause: unknown, lastWords: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.lastWords = lastWords;
  }
}

async function tryConnect(server: ServerConfig, options: ConnectOptions, way: Way): Promise<ServerConnection> {
  const transport = makeTransport(server, options, way.sse);
  const left = Math.max(1, way.deadline - performance.now());
  const mode = way.era === "modern" ? { pin: MODERN } : way.era;
  const client = new Client({ name: "skill-workflow", version: VERSION }, {
    // A silent server gets half of the time for the newer era, and the rest for the older one.
    versionNegotiation: { mode, probe: { timeoutMs: Math.ceil(way.era === "auto" ? left / 2 : left) } },
  });
  const lastWords = () => transport instanceof GroupTransport ? server.secrets.mask(transport.lastWords.trim()) : "";
  try {
    const connected = client.connect(transport, {
      timeout: left,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(way.known === undefined ? {} : { prior: way.known as PriorDiscovery }),
    });
    await within(connected, left, options.signal);
  } catch (error) {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    throw new Attempted(error, lastWords());
  }
  const era = client.getProtocolEra() ?? "legacy";
  const discover = client.getDiscoverResult();
  return {
    client,
    era,
    known: era === "modern" && discover !== undefined
      ? { kind: "modern", discover: discover as unknown as JsonObject }
      : { kind: "legacy" },
    lastWords,
    close: async () => {
      await client.close().catch(() => {});
      await transport.close().catch(() => {});
    },
  };
}

function makeTransport(server: ServerConfig, options: ConnectOptions, sse: boolean): Transport {
  const { reach, secrets } = server;
  if (reach.transport === "stdio") {
    return new GroupTransport({
      command: reach.command,
      args: reach.args,
      env: serverEnvironment(options.env, reach.env),
      cwd: reach.cwd,
      ...(options.records === undefined ? {} : { records: options.records }),
      ...(options.onLine === undefined ? {} : { onLine: (line: string) => options.onLine!(secrets.mask(line)) }),
    });
  }
  const url = new URL(reach.url);
  const headers = { ...reach.headers };
  if (url.username !== "" || url.password !== "") {
    // fetch refuses an address that holds a password.
    headers.Authorization ??= `Basic ${
      btoa(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`)
    }`;
    url.username = url.password = "";
  }
  const requestInit = { headers };
  return sse ? new SSEClientTransport(url, { requestInit }) : new StreamableHTTPClientTransport(url, { requestInit });
}

/** The SDK's own time-out doesn't cover the start of a transport. */
async function within<T>(work: Promise<T>, limit: number, signal?: AbortSignal): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SdkError(SdkErrorCode.RequestTimeout, "Request timed out")), limit);
    stop = () => reject(signal!.reason ?? new Error("Cancelled"));
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener("abort", stop);
  }
}

/** What a server of the older HTTP transport answers to a POST on its stream's address. */
function isOlderHttp(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.data.status);
}

function inWords(error: unknown, server: ServerConfig, options: ConnectOptions): ManageError {
  const cause = error instanceof Attempted ? error.cause : error;
  const said = error instanceof Attempted ? error.lastWords : "";
  const data: JsonObject = { server: server.name, ...(said === "" ? {} : { stderr: said }) };
  const name = JSON.stringify(server.name);
  if (options.signal?.aborted) return new ManageError("ERR_CANCELLED", `Cancelled while connecting to ${name}`, data);
  const tail = said === "" ? "" : `\nIt wrote: ${said.split("\n").slice(-5).join("\n")}`;
  if (cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout) {
    return new ManageError(
      "ERR_SERVER_TIMEOUT",
      `The server ${name} didn't answer within ${options.timeout / 1_000} s of its start${tail}`,
      { ...data, phase: "connect" },
      "elsewhere",
    );
  }
  const text = server.secrets.mask(cause instanceof Error ? cause.message : String(cause));
  const why = describe(cause, server) ?? text;
  return new ManageError("ERR_SERVER_FAILED", `Can't connect to the server ${name}: ${why}${tail}`, data, "elsewhere");
}

function describe(cause: unknown, { reach, secrets }: ServerConfig): string | undefined {
  const { code } = cause as { code?: unknown };
  if (reach.transport === "stdio") {
    if (code === "ENOENT") {
      return `there is no program ${JSON.stringify(secrets.mask(reach.command))}, or no folder ${reach.cwd}`;
    }
    if (code === "EACCES") return `${JSON.stringify(secrets.mask(reach.command))} may not be run`;
    if (code === SdkErrorCode.ConnectionClosed) return "it ended before it answered";
    return undefined;
  }
  if (cause instanceof SdkHttpError || (cause as Error).name === "UnauthorizedError") {
    const status = cause instanceof SdkHttpError ? cause.data.status : 401;
    if (status === 401 || status === 403) {
      return `it wants a login (HTTP ${status})\nPut a token into its headers: {"Authorization": "Bearer \${TOKEN}"}`;
    }
    return `HTTP ${status}`;
  }
  // fetch says only "fetch failed"; the reason is below.
  const below = (cause as Error).cause as { code?: string; message?: string } | undefined;
  return below?.code !== undefined
    ? `${secrets.mask(new URL(reach.url).host)} can't be reached (${below.code})`
    : undefined;
}
