/**
 * Contract 2.0.0: what is asked, and what is answered. Source: spec "Managing other MCP servers".
 * @module
 */

import type { JsonObject } from "../../lib/json.ts";

/** The version of the contract that this package speaks. */
export const CONTRACT_VERSION = "2.0.0";

/** What can be asked. */
export type RequestType = "discover" | "execute" | "list-prompts" | "list-resources";

/** The ways in which a call can reach a server. */
export type MethodId = "gemini-cli" | "direct-cli" | "subagent";

/** A request. */
export interface ManageRequest {
  /** What is asked. */
  Request_Type: RequestType;
  /** What it is asked of. */
  Context: {
    /** Name of the server, exactly; for everything but `execute` it may be left out, for all of them. */
    server?: string;
    tool?: string;
    args?: JsonObject;
    /** Only this method. */
    method?: MethodId;
    /** The task in words, for a method that goes through an agent. */
    prompt?: string;
  };
  /** Version of the contract. */
  contract_version: string;
}

/**
 * Codes of failures. The first seven are the contract's; the others name what it has no word for. Only
 * `ERR_ALL_METHODS_FAILED` isn't recoverable.
 */
export type ErrorCode =
  | "ERR_CONFIG_MISSING"
  | "ERR_SERVER_NOT_FOUND"
  | "ERR_TOOL_NOT_FOUND"
  | "ERR_ALL_METHODS_FAILED"
  | "ERR_SERVER_TIMEOUT"
  | "ERR_RESPONSE_PARSE"
  | "ERR_GEMINI_CLI_MISSING"
  | "ERR_CONFIG_INVALID"
  | "ERR_REQUEST_INVALID"
  | "ERR_SERVER_FAILED"
  | "ERR_TOOL_FAILED"
  | "ERR_METHOD_UNAVAILABLE"
  | "ERR_CATALOG_FAILED"
  | "ERR_CANCELLED";

/** Where a request has got to. */
export type ManageState =
  | "IDLE"
  | "DISCOVERING"
  | "CATALOG_SAVED"
  | "EXECUTING"
  | "RESULT_RECEIVED"
  | "SERVER_FAILED"
  | "METHOD_FALLBACK"
  | "ALL_METHODS_FAILED";

/** What went wrong with one server or one call. */
export interface Failure {
  /** Stable, for programs. */
  code: ErrorCode;
  /** For people. */
  message: string;
  /** More for programs: near names, what the server printed. */
  data?: JsonObject;
}

/** A method that was tried or skipped, and why it wasn't the one. */
export interface Attempt extends Failure {
  /** The method. */
  method: MethodId;
  /** Skipped: nothing was started. */
  skipped: boolean;
}

/** What a tool answered; content as the protocol has it. */
export interface ToolResult {
  /** As the protocol has it. */
  content: JsonObject[];
  /** The structured part, where there is one. */
  structuredContent?: JsonObject[string];
  /** Whether the tool marked its result as an error. */
  isError?: boolean;
  /** What was left out or put elsewhere. */
  notes?: string[];
}

/** The short form of an execution, for people and scripts. */
export interface Execution {
  /** The server. */
  server: string;
  /** The tool's name. */
  tool: string;
  /** Whether the tool ran and marked no error. */
  success: boolean;
  /** What the tool answered. */
  result: ToolResult | null;
  /** What went wrong, where something did. */
  error: Failure | null;
  /** The method that answered. */
  method_used: MethodId | null;
  /** Methods before the one that was used, in order. */
  attempts: Attempt[];
  /** Milliseconds. */
  duration_ms: number;
}

/** What is known of one server after a discovery. */
export interface DiscoveredServer {
  /** Name. */
  name: string;
  /** How it went. */
  status: "ok" | "cached" | "stale" | "failed";
  /** Its tools. */
  tools: JsonObject[];
  /** Its prompts. */
  prompts: JsonObject[];
  /** Its resources. */
  resources: JsonObject[];
  /** Its resource templates. */
  resource_templates: JsonObject[];
  /** The era of the protocol that it speaks. */
  era: "legacy" | "modern" | null;
  /** ISO 8601, UTC. */
  discovered_at: string | null;
  /** What went wrong, where something did. */
  failure: Failure | null;
}

/** The answer to any request. */
export interface ManageAnswer {
  /** How it went as a whole. */
  Status: "success" | "partial" | "error";
  /** What was found or done. */
  Data: {
    discovery?: { servers: DiscoveredServer[]; catalog_path: string | null };
    execution?: Execution;
    metadata: {
      contract_version: string;
      /** Whether the request was of an older version of the contract. */
      backward_compatibility: boolean;
      execution_id: string;
      trace_id: string;
      duration_ms: number;
    };
  };
  /** What went wrong, where something did. */
  Error: { Code: ErrorCode; Message: string; Request_Type: RequestType; Recoverable: boolean } | null;
}
