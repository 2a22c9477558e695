/**
 * Which scenarios of the official conformance suite have to pass, and how the suite reports them.
 * @module
 */

/** The server scenarios that each revision requires, frozen by the suite: all pass with its fixtures beside our tools. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = Object.freeze({
  "2025-11-25": [
    "server-initialize",
    "logging-set-level",
    "ping",
    "completion-complete",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-with-logging",
    "tools-call-error",
    "tools-call-with-progress",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "server-sse-multiple-streams",
    "elicitation-sep1330-enums",
    "resources-list",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "resources-subscribe",
    "resources-unsubscribe",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "server-stateless",
    "completion-complete",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "server-sse-multiple-streams",
    "resources-list",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "sep-2164-resource-not-found",
    "prompts-list",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
    "dns-rebinding-protection",
    "caching",
    "input-required-result-basic-elicitation",
    "input-required-result-basic-sampling",
    "input-required-result-basic-list-roots",
    "input-required-result-request-state",
    "input-required-result-multiple-input-requests",
    "input-required-result-multi-round",
    "input-required-result-missing-input-response",
    "input-required-result-non-tool-request",
    "input-required-result-result-type",
    "input-required-result-unsupported-methods",
    "input-required-result-tampered-state",
    "input-required-result-capability-check",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
  ],
});

/** Those that pass on the server as it is: the others call tools, prompts and resources of fixed names. */
export const PLAIN: Readonly<Record<string, readonly string[]>> = Object.freeze({
  "2025-11-25": [
    "server-initialize",
    "ping",
    "completion-complete",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "resources-subscribe",
    "resources-unsubscribe",
    "prompts-list",
    "dns-rebinding-protection",
    "server-session-lifecycle",
  ],
  "2026-07-28": [
    "completion-complete",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "sep-2164-resource-not-found",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
    "http-header-validation",
  ],
});

/** Run and never scored, but passed: with the fixtures. */
export const UNSCORED: Readonly<Record<string, readonly string[]>> = Object.freeze({
  "2025-11-25": ["server-session-lifecycle", "json-schema-2020-12"],
  "2026-07-28": ["json-schema-2020-12", "http-header-validation", "http-custom-header-server-validation"],
});

/** Scenarios of the Skills extension, each run by itself on the server as it is. */
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
