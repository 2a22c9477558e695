/**
 * What a tool answers: text for the model, the same as JSON in `_meta` for programs. Source: spec "What the model sees".
 * @module
 */

import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Outcome } from "../../lib/host/dispatch/outcome.ts";

/** `_meta` keys of the results. */
export const META = {
  envelope: "skill-workflow/envelope",
  report: "skill-workflow/report",
  agents: "skill-workflow/agents",
  error: "skill-workflow/error",
} as const;

/** The text that a model gets, and the JSON that a program gets. */
export function resultOf(outcome: Outcome, structured: boolean): CallToolResult {
  const { ok, detail, error, reply } = outcome;
  const shown = detail === null
    ? {}
    : "report" in detail
    ? { [META.report]: detail.report }
    : "envelope" in detail
    ? { [META.envelope]: detail.envelope }
    : { [META.agents]: detail };
  const [program] = Object.values(shown) as unknown as Record<string, unknown>[];
  return {
    ...(ok ? {} : { isError: true }),
    content: [{ type: "text", text: reply }],
    ...(structured && ok && program ? { structuredContent: program } : {}),
    ...(detail === null && error === null
      ? {}
      : { _meta: { ...(error === null ? {} : { [META.error]: error }), ...shown } as Record<string, unknown> }),
  };
}
