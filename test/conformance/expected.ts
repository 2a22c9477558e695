/**
 * Which scenarios of the official conformance suite our server passes as it is, and how the suite reports them.
 * @module
 */

/** By revision: required scenarios that want no fixture. The others call tools, prompts and resources of fixed names. */
export const EXPECTED: Readonly<Record<string, readonly string[]>> = Object.freeze({
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "sep-2164-resource-not-found",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
    "http-header-validation",
  ],
});

/** Checks of one scenario. */
export interface Checks {
  passed: number;
  failed: number;
}

/** The summary at the end of the suite's output: `✓ ping: 2 passed, 0 failed`. */
export function readResults(output: string): Map<string, Checks> {
  const results = new Map<string, Checks>();
  for (const line of output.split("\n")) {
    const found = /^[✓✗] ([a-z0-9-]+): (\d+) passed, (\d+) failed/u.exec(line);
    if (found) results.set(found[1], { passed: Number(found[2]), failed: Number(found[3]) });
  }
  return results;
}
