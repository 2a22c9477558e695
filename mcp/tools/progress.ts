/**
 * Word that a call is still there, for clients that would give up on it.
 * @module
 */

import type { ServerContext } from "@modelcontextprotocol/server";

/** Sends progress while work goes on, where the client has asked for it. */
export async function withProgress<T>(request: ServerContext, every: number, work: Promise<T>): Promise<T> {
  const token = request.mcpReq._meta?.progressToken;
  if (token === undefined) return await work;
  let beats = 0;
  const timer = setInterval(() => {
    beats++;
    const message = `still running after ${(beats * every) / 1_000} s`;
    const params = { progressToken: token, progress: beats, message };
    // A client that is gone needs no word.
    request.mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  }, every);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
