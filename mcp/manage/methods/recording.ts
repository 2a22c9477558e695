/**
 * What passes between us and the recording proxy that an agent starts: a request in a private file, and the record.
 * @module
 */

import { readFileSync } from "node:fs";
import { isJsonObject, type JsonObject } from "../../../lib/json.ts";
import type { ErrorCode, ToolResult } from "../contract.ts";
import type { EraMode } from "../era.ts";
import { type FailureKind, ManageError } from "../manage_error.ts";
import type { Reach } from "../server_config.ts";
import type { Times } from "../time_limits.ts";

/** The name under which agents know the proxy. */
export const PROXY_NAME = "skillwf";

/** What the proxy is told. It holds the server's environment, hence a file that only its owner can read. */
export interface RecordingRequest {
  server: string;
  reach: Reach;
  tool: string;
  /** Null where the agent shall choose them. */
  args: JsonObject | null;
  era: EraMode;
  times: Times;
  traceparent: string;
  /** Where the record is put. */
  record: string;
}

/** What the proxy has seen. */
export type RecordedCall =
  | { state: "ready"; tool: JsonObject }
  /** Sent, and no answer yet: when the proxy is killed now, nobody knows what happened. */
  | { state: "sent"; tool: JsonObject }
  | { state: "done"; tool: JsonObject; result: ToolResult }
  | { state: "failed"; code: ErrorCode; message: string; data: JsonObject; kind: FailureKind };

/** The record so far; undefined where the proxy was never started. */
export function readRecord(file: string): RecordedCall | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isJsonObject(value) && typeof value.state === "string" ? value as unknown as RecordedCall : undefined;
  } catch {
    return undefined;
  }
}

/** The result of a record. `why` tells of the agent, where the proxy saw no call. */
export function resultOfRecord(record: RecordedCall | undefined, agent: string, why: string): ToolResult {
  switch (record?.state) {
    case "done":
      return record.result;
    case "failed":
      throw new ManageError(record.code, record.message, record.data, record.kind);
    case "sent":
      throw new ManageError(
        "ERR_SERVER_TIMEOUT",
        `${agent} ended while the tool was running: whether it did what was asked isn't known`,
        { phase: "call" },
        "unknown",
      );
    case "ready":
      throw new ManageError("ERR_SERVER_FAILED", `${agent} didn't call the tool: ${why}`, {}, "elsewhere");
    default:
      throw new ManageError("ERR_SERVER_FAILED", `${agent} didn't start the server: ${why}`, {}, "elsewhere");
  }
}
