/**
 * A way in which a call can reach a server. Methods are data: which, and in which order, is the caller's choice.
 * @module
 */

import type { JsonObject } from "../../../lib/json.ts";
import type { ToolResult } from "../contract.ts";
import type { ServerConnection } from "../connect_server.ts";
import type { ErrorCode, MethodId } from "../contract.ts";
import type { EraMode } from "../era.ts";
import type { ServerConfig } from "../server_config.ts";
import type { Times } from "../time_limits.ts";

/** One execution, as the methods see it. */
export interface MethodContext {
  server: ServerConfig;
  tool: string;
  /** Undefined where an agent shall choose them from the prompt. */
  args: JsonObject | undefined;
  prompt?: string;
  times: Times;
  /** Of `performance.now`. */
  deadline: number;
  era: EraMode;
  env: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
  traceparent: string;
  /** Folder in which process groups are on record. */
  records?: string;
  /** The command line of our own program, which agents start as a recording proxy. */
  proxy?: readonly string[];
  /** Connects once; methods that don't want it close it. */
  connect(): Promise<ServerConnection>;
  disconnect(): Promise<void>;
  /** The tool's definition, once it's known. */
  definition: JsonObject | undefined;
  onProgress?(text: string): void;
}

/** Why a method can't be used. */
export interface Unavailable {
  code: ErrorCode;
  reason: string;
}

/** A method. */
export interface Method {
  id: MethodId;
  /** Looks whether it can be used at all: program, login, trust. Starts nothing and asks nobody. */
  check(context: MethodContext): Unavailable | undefined;
  /** Throws a `ManageError` whose `kind` says what it means for the next method. */
  run(context: MethodContext): Promise<ToolResult>;
}
