/**
 * Waiting for an agent's answer no longer than its caller does.
 * @module
 */

import { AgentTimeoutError } from "../../../error.ts";
import type { AskOptions } from "../live_port.ts";

/**
 * The answer, if it comes in time. What it takes to get it goes on all the same.
 *
 * @throws {AgentTimeoutError} it took too long, or nobody waits any more
 */
export async function inTime<T>(answer: Promise<T>, agent: string, { timeout, signal }: AskOptions): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave: (() => void) | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeout);
    leave = () => resolve(undefined);
    signal?.addEventListener("abort", leave, { once: true });
    if (signal?.aborted) leave();
  });
  // Nobody may be there to hear of it any more.
  answer.catch(() => {});
  try {
    const got = await Promise.race([answer.then((value) => ({ value })), over]);
    if (got !== undefined) return got.value;
  } finally {
    clearTimeout(timer);
    if (leave) signal?.removeEventListener("abort", leave);
  }
  throw late(agent, timeout);
}

/** No answer in time; `timeout` in milliseconds. */
export function late(agent: string, timeout: number): AgentTimeoutError {
  const seconds = Math.round(timeout / 100) / 10;
  return new AgentTimeoutError(
    `Agent "${agent}" hasn't answered within ${seconds} s, and works on\n` +
      "Call ask_agent again with the same task to wait for the same answer, or stop_agent",
    { agent, timeout_ms: timeout },
  );
}
