/**
 * Log entries: one JSON line each, with the same thirteen fields. Source: spec "Telemetry".
 * @module
 */

import { CONTRACT_VERSION, type ErrorCode, type MethodId, type RequestType } from "./contract.ts";

/** The points at which something is logged. */
export type LogPoint =
  | "discovery_started"
  | "catalog_saved"
  | "tool_executed"
  | "method_fallback"
  | "all_methods_failed"
  | "server_timeout"
  | "config_missing";

/** How grave each of them is. */
export const LEVELS: Readonly<Record<LogPoint, "info" | "warn" | "error">> = Object.freeze({
  discovery_started: "info",
  catalog_saved: "info",
  tool_executed: "info",
  method_fallback: "warn",
  all_methods_failed: "error",
  server_timeout: "error",
  config_missing: "error",
});

/** An entry: level, point, and the thirteen fields. */
export interface LogEntry {
  /** How grave it is. */
  level: "info" | "warn" | "error";
  /** What happened. */
  event: LogPoint;
  /** Id of the trace. */
  trace_id: string;
  /** The skill on whose behalf. */
  skill_name: string | null;
  /** Version of the contract. */
  contract_version: string;
  /** Id of the execution. */
  execution_id: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  /** What was asked. */
  request_type: RequestType;
  /** The server. */
  server: string | null;
  /** The tool's name. */
  tool: string | null;
  /** The method that answered. */
  method_used: MethodId | null;
  /** Methods before it. */
  method_fallbacks: MethodId[];
  /** How it went. */
  status: "started" | "success" | "partial" | "error";
  /** Code of the failure. */
  error_code: ErrorCode | null;
  /** Milliseconds. */
  duration_ms: number;
}

/** What all entries of one request have in common. */
export interface RequestFacts {
  trace_id: string;
  execution_id: string;
  request_type: RequestType;
  skill_name: string | null;
  began: number;
}

/** An entry with everything that isn't given left empty. */
export function logEntry(
  facts: RequestFacts,
  event: LogPoint,
  more: Partial<Pick<LogEntry, "server" | "tool" | "method_used" | "method_fallbacks" | "status" | "error_code">>,
): LogEntry {
  return {
    level: LEVELS[event],
    event,
    trace_id: facts.trace_id,
    skill_name: facts.skill_name,
    contract_version: CONTRACT_VERSION,
    execution_id: facts.execution_id,
    timestamp: new Date().toISOString(),
    request_type: facts.request_type,
    server: more.server ?? null,
    tool: more.tool ?? null,
    method_used: more.method_used ?? null,
    method_fallbacks: more.method_fallbacks ?? [],
    status: more.status ?? (LEVELS[event] === "error" ? "error" : "success"),
    error_code: more.error_code ?? null,
    duration_ms: Math.round(performance.now() - facts.began),
  };
}
