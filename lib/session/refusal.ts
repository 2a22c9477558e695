/**
 * Which inputs a state takes: asked by `options`, enforced by `step`.
 * @module
 */

import { InvalidTransitionError, SessionBusyError, SessionClosedError, type WorkflowError } from "../error.ts";
import { ownValue } from "../json.ts";
import { stepOf } from "../workflow/workflow.ts";
import type { Input } from "./input.ts";
import type { SessionState } from "./state.ts";

/**
 * Why a state doesn't take inputs of a type; undefined where it does. What an input carries is checked later.
 */
export function refusal(state: SessionState, type: Input["type"]): WorkflowError | undefined {
  switch (type) {
    case "deliver":
      return state.status === "running" ? busy(state) : closed(state, "take a delivery");
    case "complete":
      if (state.status === "completed") return undefined;
      if (state.status !== "running") return closed(state, "be completed");
      return busy(state) ?? unfinished(state);
    case "effect_result":
      return state.waiting?.for === "effect"
        ? undefined
        : closed(state, "take the result of an effect, since it asks for none,");
    case "approve":
      return state.waiting?.for === "approval" ? undefined : closed(state, "take an approval, since it asks for none,");
    case "pause":
      return state.status === "running" ? undefined : closed(state, "be paused");
    case "resume":
      return state.status === "paused" ? undefined : closed(state, "be resumed");
    case "retry":
      return state.status === "halted" && canRetry(state) ? undefined : closed(state, "be retried");
    case "abort":
    case "back":
    case "claim":
      return isOpen(state) ? undefined : closed(state, type === "claim" ? "change its owner" : `go on with ${type}`);
  }
}

/** Whether a session can still move. */
export function isOpen(state: SessionState): boolean {
  return state.status === "running" || state.status === "paused" || state.status === "halted";
}

/** Whether there is something to ask again after a halt. */
export function canRetry(state: SessionState): boolean {
  if (state.halt?.reason !== "loop_exhausted") return state.halt !== null;
  return state.pending?.at !== undefined && ownValue(state.gates, state.halt.step)?.verdict !== "pass";
}

/** The command or call that moves a session which takes no delivery. */
export function wayOn(state: SessionState): string {
  const id = state.id;
  switch (state.status) {
    case "paused":
      return `call start_workflow for "${state.workflow.name}" to resume it, or run \`skill-workflow sessions resume ${id}\``;
    case "halted":
      return `${repairOf(state)}, or end it with end_workflow and status "aborted"`;
    case "running":
      return "call current_step to see what it waits for";
    default:
      return `start a new one with start_workflow`;
  }
}

function repairOf(state: SessionState): string {
  const back = `a person can send it back with \`skill-workflow sessions back ${state.id} <step>\``;
  switch (state.halt?.reason) {
    case "expectation_failed":
    case "effect_interrupted":
      return "call next_step to run the command again";
    case "gate_unevaluable":
      return `repair the gate, then a person runs \`skill-workflow sessions retry ${state.id}\``;
    case "runaway":
      return `a person can grant more transitions with \`skill-workflow sessions retry ${state.id}\``;
    default:
      return canRetry(state)
        ? `${back}, or ask the gate again with \`skill-workflow sessions retry ${state.id}\``
        : back;
  }
}

function closed(state: SessionState, what: string): SessionClosedError {
  const because = state.halt ? `${state.status}, halted by ${state.halt.reason}` : state.status;
  return new SessionClosedError(`Session ${state.id} can't ${what} (it is ${because}): ${wayOn(state)}`, {
    session: state.id,
    status: state.status,
    reason: state.halt?.reason ?? null,
    next: wayOn(state),
  });
}

function busy(state: SessionState): SessionBusyError | undefined {
  if (state.waiting?.for !== "effect") return undefined;
  const { kind, step } = state.waiting.effect;
  return new SessionBusyError(
    `Session ${state.id} is running the ${kind} of step "${step}": call current_step to wait for its result`,
    { session: state.id, step, effect: state.waiting.effect.id },
  );
}

function unfinished(state: SessionState): InvalidTransitionError | undefined {
  const step = stepOf(state.workflow, state.step!);
  if (state.waiting?.for !== "approval" && step.exits.some((exit) => exit.target === null)) return undefined;
  const open = step.exits.filter((exit) => exit.target !== null).map((exit) => exit.target!);
  const what = state.waiting?.for === "approval"
    ? `step "${step.id}" still waits for a person's approval`
    : `step "${step.id}" doesn't end the workflow: it leads to ${[...new Set(open)].map((id) => `"${id}"`).join(", ")}`;
  return new InvalidTransitionError(
    `Session ${state.id} can't be completed yet: ${what}. Go on with next_step, or end it with status "aborted" or "paused"`,
    { session: state.id, step: step.id, open: [...new Set(open)] },
  );
}
