/**
 * The seal on what goes through a modern client while its user is asked.
 * @module
 */

import { createRequestStateCodec } from "@modelcontextprotocol/server";
import type { Memo } from "./person_door.ts";

/** How long an answer may take that a client brings with its next call, in seconds. */
const ANSWER_TTL = 86_400;

/** Seals and opens memos. One process serves every round of a call, so the key needs to live no longer. */
export const memos: ReturnType<typeof createRequestStateCodec<Memo>> = createRequestStateCodec<Memo>({
  key: crypto.getRandomValues(new Uint8Array(32)),
  ttlSeconds: ANSWER_TTL,
});
