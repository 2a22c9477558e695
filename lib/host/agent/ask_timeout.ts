/**
 * Apart from the agents, so that a server knows it without loading them.
 * @module
 */

/** How long an answer is waited for, in milliseconds. */
export const ASK_TIMEOUT_MS = 300_000;
