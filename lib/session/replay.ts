/**
 * A session is a fold.
 * @module
 */

import type { Workflow } from "../workflow/workflow.ts";
import type { Input, StartInput } from "./input.ts";
import { start } from "./start.ts";
import type { SessionState } from "./state.ts";
import { step } from "./step.ts";

/**
 * The state after a start and its inputs: `inputs.reduce(step, start(workflow, first))`.
 *
 * @throws what `start` and `step` throw
 *
 * @example
 * ```ts
 * import { parseSkill, replay } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const at = "2026-01-01T00:00:00Z";
 * const state = replay(parseSkill(text).workflow!, { id: "wf_a_00000000", at }, [{ type: "pause", at, door: "library" }]);
 * console.assert(state.status === "paused");
 * ```
 */
export function replay(workflow: Workflow, first: StartInput, inputs: readonly Input[]): SessionState {
  return inputs.reduce(step, start(workflow, first));
}
