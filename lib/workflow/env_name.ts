/**
 * The name under which a step's output reaches a command.
 * @module
 */

import type { StepId } from "./workflow.ts";

/**
 * The step's id as the last part of an environment variable's name (`SKILL_OUT_<ID>`): upper case, other characters `_`.
 *
 * @example
 * ```ts
 * import { envName } from "./env_name.ts";
 * console.assert(envName("run-tests.2") === "RUN_TESTS_2");
 * ```
 */
export function envName(id: StepId): string {
  return id.toUpperCase().replace(/[^A-Z0-9]/g, "_");
}
