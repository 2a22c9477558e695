/**
 * The first state of a session.
 * @module
 */

import { InvalidInputError, LimitError } from "../error.ts";
import { LIMITS } from "../limits.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { deepFreeze, type Draft } from "./draft.ts";
import { enter } from "./enter.ts";
import type { StartInput } from "./input.ts";
import type { SessionState } from "./state.ts";
import { initialContext } from "./variables.ts";

/**
 * Starts a session: the initial step is entered. The workflow must be free of errors (`validateGraph`).
 *
 * @param workflow the compiled workflow; it becomes part of the state and is frozen
 * @param input id and time (ISO 8601, UTC) come from the host, since the reducer is pure
 * @returns the state at revision 1, turn 0
 * @throws {InvalidInputError} a required variable is missing, or one doesn't fit its declaration
 * @throws {LimitError} the input is over `LIMITS.output`
 *
 * @example
 * ```ts
 * import { parseSkill, start } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const state = start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" });
 * console.assert(state.step === "one" && state.status === "running");
 * ```
 */
export function start(workflow: Workflow, input: StartInput): SessionState {
  if (!Object.hasOwn(workflow.steps, workflow.initial)) {
    throw new InvalidInputError(
      `The workflow "${workflow.name}" has no initial step "${workflow.initial}": check it with validateGraph first`,
      { field: "workflow", wanted: workflow.order, actual: workflow.initial },
    );
  }
  if ((input.input?.length ?? 0) > LIMITS.output) {
    throw new LimitError(
      `The input is too large: at most ${LIMITS.output} characters, got ${
        input.input!.length
      }. Write it to a file and send its path`,
      { limit: "output", wanted: LIMITS.output, actual: input.input!.length },
    );
  }
  const draft: Draft = {
    id: input.id,
    workflow,
    input: input.input ?? null,
    owner: input.owner ?? null,
    revision: 1,
    turn: 0,
    status: "running",
    halt: null,
    step: workflow.initial,
    waiting: null,
    pending: null,
    context: initialContext(workflow, input.context ?? {}),
    outputs: {},
    visits: {},
    entered_at_revision: {},
    iteration: 1,
    cycle: 1,
    transitions: 0,
    granted_transitions: workflow.maxTransitions,
    attempts: 0,
    unevaluable: 0,
    gates: {},
    approvals: {},
    tickets: {},
    last_delivery: null,
    notices: [],
    last_rejection: null,
    summary: null,
    started_at: input.at,
    updated_at: input.at,
    path: [],
    entered: 0,
  };
  enter(draft, workflow.initial);
  return deepFreeze(draft);
}
