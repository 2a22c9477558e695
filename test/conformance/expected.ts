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
    "resources-list",
    "resources-subscribe",
    "resources-unsubscribe",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "dns-rebinding-protection",
    "sep-2164-resource-not-found",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
    "http-header-validation",
  ],
});

/** Scenarios of the Skills extension, each run by itself. */
export const SKILLS: readonly string[] = Object.freeze([
  "sep-2640-skills-enumeration",
  "sep-2640-skills-manifest",
  "sep-2640-skills-directory",
]);

/** Checks of one scenario. */
export interface Checks {
  passed: number;
  failed: number;
}

/** The last line of a scenario that is run by itself: `Passed: 32/32, 0 failed, 0 warnings`. */
export function readOne(output: string): Checks | undefined {
  const found = /^Passed: (\d+)\/\d+, (\d+) failed/m.exec(output);
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : undefined;
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
