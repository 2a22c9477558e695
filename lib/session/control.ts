/**
 * What a person, or the host on a person's behalf, does to a session: pause, resume, abort, back, retry, claim.
 * @module
 */

import { InvalidInputError } from "../error.ts";
import { type StepId, stepOf } from "../workflow/workflow.ts";
import { type Draft, NOTHING, withoutKeys } from "./draft.ts";
import { enter, halt, waitingFor } from "./enter.ts";
import type { AbortInput, BackInput, ClaimInput } from "./input.ts";

/** A pending effect is cancelled; `resume` asks again. */
export function pause(draft: Draft): void {
  draft.status = "paused";
  draft.waiting = null;
}

/** Goes on where `pause` stopped, or where the runaway guard did. */
export function resume(draft: Draft): void {
  draft.status = "running";
  draft.halt = null;
  draft.waiting = waitingFor(draft, stepOf(draft.workflow, draft.step!));
}

/** Ends without an end; a halt stays on the record. */
export function abort(draft: Draft, input: AbortInput): void {
  draft.status = "aborted";
  draft.waiting = null;
  draft.pending = null;
  draft.tickets = NOTHING;
  draft.summary = input.summary ?? draft.summary;
}

/** Asks the failed effect again; after `runaway` grants another `max_transitions`. */
export function retry(draft: Draft): void {
  if (draft.halt!.reason === "runaway") draft.granted_transitions += draft.workflow.maxTransitions;
  draft.unevaluable = 0;
  resume(draft);
}

/** Another owner takes over. */
export function claim(draft: Draft, input: ClaimInput): void {
  draft.owner = input.owner;
}

/**
 * Enters a step of the path again. Outputs, verdicts and approvals of every step entered since it was last entered are
 * removed; variables keep their values.
 *
 * @throws {InvalidInputError} the step was never entered
 */
export function back(draft: Draft, input: BackInput): void {
  const since = Object.hasOwn(draft.entered_at_revision, input.step)
    ? draft.entered_at_revision[input.step]
    : undefined;
  const steps = walkedSteps(draft);
  if (since === undefined || !steps.includes(input.step)) {
    throw new InvalidInputError(
      `Session ${draft.id} can't go back to "${input.step}": it was never entered. Entered were ${
        steps.map((id) => `"${id}"`).join(", ")
      }`,
      { field: "step", wanted: steps, actual: input.step },
    );
  }
  const undone = new Set(Object.keys(draft.entered_at_revision).filter((id) => draft.entered_at_revision[id] >= since));
  draft.outputs = withoutKeys(draft.outputs, undone);
  draft.gates = withoutKeys(draft.gates, undone);
  draft.approvals = withoutKeys(draft.approvals, undone);
  draft.entered_at_revision = withoutKeys(draft.entered_at_revision, undone);
  draft.status = "running";
  draft.halt = null;
  draft.last_delivery = null;
  draft.last_rejection = null;
  draft.turn++;
  draft.transitions++;
  draft.notices = [
    `went back to "${input.step}"${
      input.reason ? ` (${input.reason})` : ""
    }: later outputs and approvals are gone, variables keep their values`,
  ];
  enter(draft, input.step);
  if (draft.transitions > draft.granted_transitions) {
    halt(draft, "runaway", `More than ${draft.granted_transitions} transitions without an end or a loop decision`);
  }
}

/** The steps that were walked (children count as their dispatcher's), in declared order. */
export function walkedSteps(state: Pick<Draft, "workflow" | "entered_at_revision">): StepId[] {
  return state.workflow.order.filter((id) =>
    Object.hasOwn(state.entered_at_revision, id) && state.workflow.steps[id].kind !== "child"
  );
}
