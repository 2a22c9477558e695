/**
 * What a tool answers: text for the model, the same as JSON in `_meta` for programs. Source: spec "What the model sees".
 * @module
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import { WorkflowError } from "../../lib/error.ts";
import type { Outcome, Reported } from "../../lib/host/engine/mod.ts";
import { renderEnvelope } from "../../lib/session/render_envelope.ts";

/** `_meta` keys of the results. */
export const META = {
  envelope: "skill-workflow/envelope",
  report: "skill-workflow/report",
  error: "skill-workflow/error",
} as const;

/** The text that a model gets, and the JSON that a program gets. */
export function resultOf(outcome: Outcome | Reported, structured: boolean): CallToolResult {
  const [key, json, text] = "report" in outcome
    ? [META.report, outcome.report, outcome.text] as const
    : [META.envelope, outcome.envelope, renderEnvelope(outcome.envelope)] as const;
  const plain = json as unknown as Record<string, unknown>;
  return {
    content: [{ type: "text", text }],
    ...(structured ? { structuredContent: plain } : {}),
    _meta: { [key]: plain },
  };
}

/** An error that is complete in itself; the current envelope goes along where the call answered an old one. */
export function errorOf(error: unknown, current?: Outcome): CallToolResult {
  const known = error instanceof WorkflowError ? { code: error.code, message: error.message, data: error.data } : {
    code: "InternalError",
    message: `Internal error: ${error instanceof Error ? error.message : String(error)}`,
    data: {},
  };
  const text = `${known.code}: ${known.message}${
    current ? `\n\nThe current step:\n\n${renderEnvelope(current.envelope)}` : ""
  }`;
  return {
    isError: true,
    content: [{ type: "text", text }],
    _meta: {
      [META.error]: known,
      ...(current ? { [META.envelope]: current.envelope as unknown as Record<string, unknown> } : {}),
    },
  };
}
