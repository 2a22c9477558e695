/**
 * The host session behind a call, as far as the client's `_meta` tells.
 * @module
 */

import type { Owner } from "../lib/session/state.ts";

/**
 * The owner that a call's `_meta` names: Codex sends its session with every call; our own hooks and agents send
 * `skill-workflow/owner`. Undefined where the client tells nothing.
 */
export function ownerFromMeta(
  meta: Record<string, unknown> | undefined,
  client: string | undefined,
): Owner | undefined {
  const named = client === undefined ? {} : { client };
  const own = record(meta?.["skill-workflow/owner"]);
  if (text(own?.session)) {
    return { session: text(own?.session)!, ...(text(own?.agent) ? { agent: text(own?.agent)! } : {}), ...named };
  }
  const codex = record(meta?.["x-codex-turn-metadata"]);
  if (text(codex?.session_id)) return { session: text(codex?.session_id)!, ...named };
  return undefined;
}

function record(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === "string") {
    try {
      return record(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= 256 ? value : undefined;
}
