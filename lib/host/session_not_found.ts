/**
 * The error for an id that no session has.
 * @module
 */

import { didYouMean } from "../did_you_mean.ts";
import { SessionNotFoundError } from "../error.ts";
import type { SessionSummary } from "./session_store.ts";

/** A `SessionNotFoundError` that lists the live sessions. */
export function sessionNotFound(id: string, summaries: readonly SessionSummary[]): SessionNotFoundError {
  const live = summaries.filter(({ status }) => status === "running" || status === "paused" || status === "halted")
    .slice(0, 20);
  const hint = didYouMean(id, summaries.map((one) => one.id)) ||
    (live.length > 0 ? `live are ${live.map((one) => one.id).join(", ")}` : "there is no live one");
  return new SessionNotFoundError(`There is no session "${id}": ${hint}`, {
    session: id,
    live: live.map(({ id, workflow, status, step, workspace }) => ({ id, workflow, status, step, workspace })),
  });
}
