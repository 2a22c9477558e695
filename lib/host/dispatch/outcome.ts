/**
 * What a command came to, the same through every door. Source: spec "Agents and the one dispatch".
 * @module
 */

import { WorkflowError } from "../../error.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { Envelope } from "../../session/envelope_type.ts";
import type { Door } from "../../session/input.ts";
import type { Report } from "../../session/report.ts";
import { renderEnvelope } from "../../session/render_envelope.ts";
import type { AgentDetail } from "../agent/agents_type.ts";
import type { Outcome as EngineOutcome, Reported } from "../engine/mod.ts";
import type { Action } from "./command.ts";

/** What a command came to. */
export interface Outcome {
  /** Whether it was done. */
  ok: boolean;
  /** What was asked for; null where that couldn't be read. */
  action: Action | null;
  /** The door it came through. */
  door: Door;
  /**
   * The envelope, or the closing report; after an error the current envelope, where the call answered an older one. Of a
   * command about agents what became of them.
   */
  detail: { envelope: Envelope } | { report: Report } | AgentDetail | null;
  /** Why it wasn't done. */
  error: { code: string; message: string; data: { [key: string]: Json } } | null;
  /** What a model gets to read: complete in itself. */
  reply: string;
}

/** An outcome, and what of it a door in the same process may use: never written anywhere. */
export interface Dispatched extends Outcome {
  /** The engine's own answer, with the session's state. */
  result?: EngineOutcome | Reported;
  /** What was thrown. */
  thrown?: unknown;
}

/** An outcome as JSON, as it's written for others. */
export function outcomeJson({ ok, action, door, detail, error, reply }: Outcome): JsonObject {
  return JSON.parse(JSON.stringify({ ok, action, door, detail, error, reply })) as JsonObject;
}

/** The outcome of an answer. */
export function outcomeOfResult(action: Action, door: Door, result: EngineOutcome | Reported): Dispatched {
  const done = "report" in result
    ? { detail: { report: result.report }, reply: result.text }
    : { detail: { envelope: result.envelope }, reply: renderEnvelope(result.envelope) };
  return { ok: true, action, door, ...done, error: null, result };
}

/** The outcome of a failure; the current envelope goes along where the call answered an old one. */
export function outcomeOfError(
  action: Action | null,
  door: Door,
  thrown: unknown,
  current?: EngineOutcome,
): Dispatched {
  const error = thrown instanceof WorkflowError ? { code: thrown.code, message: thrown.message, data: thrown.data } : {
    code: "InternalError",
    message: `Internal error: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    data: {},
  };
  const shown = current === undefined ? "" : `\n\nThe current step:\n\n${renderEnvelope(current.envelope)}`;
  return {
    ok: false,
    action,
    door,
    detail: current === undefined ? null : { envelope: current.envelope },
    error,
    reply: `${error.code}: ${error.message}${shown}`,
    thrown,
  };
}
