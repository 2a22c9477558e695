/**
 * A delivery on its way: files, gate, loop, approval, way out. Source: spec "What a delivery does, in order", items 3 to 6.
 * @module
 */

import { InvalidTransitionError, TransitionEvaluationError } from "../error.ts";
import { ownValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { containsSentinel } from "../workflow/sentinel.ts";
import type { Exit, Step } from "../workflow/workflow.ts";
import { type Draft, withKey } from "./draft.ts";
import { halt, issueTickets, leaveBy, waitingFor } from "./enter.ts";
import { excerpt } from "./excerpt.ts";
import type { GateRecord, Pending, Rejection } from "./state.ts";
import { deliveredText, wayOut } from "./way_out.ts";

/** Goes on with what was delivered; checks that the step doesn't have are skipped. */
export function advance(draft: Draft, step: Step): void {
  if (step.files && step.files.length > 0) return wait(draft, step, "files");
  if (step.loop?.gate) return wait(draft, step, "gate");
  afterGate(draft, step);
}

/** Goes on after a verdict on files or a gate; `unevaluable` goes back to the agent. */
export function afterVerdict(draft: Draft, step: Step, record: GateRecord): void {
  if (record.verdict === "unevaluable") return unevaluable(draft, step, record);
  draft.unevaluable = 0;
  if (record.verdict === "pass" && record.kind === "files" && step.loop?.gate) return wait(draft, step, "gate");
  afterGate(draft, step);
}

/** Takes the way out that applies; after an effect or an approval, one that can't be told sends the step back to the agent. */
export function takeWayOut(draft: Draft, step: Step): void {
  let exit: Exit | undefined;
  try {
    exit = wayOut(draft, step);
  } catch (error) {
    const isAnswer = error instanceof TransitionEvaluationError || error instanceof InvalidTransitionError;
    if (!isAnswer || draft.pending!.at === undefined) throw error;
    const actual = excerpt(deliveredText(draft, step));
    return reject(draft, step, { kind: "condition", problems: [error.message], actual });
  }
  if (exit) leaveBy(draft, step, exit);
  else wait(draft, step, "choice");
}

/** Records what was found wanting; the step is the agent's again. */
export function reject(draft: Draft, step: Step, found: Omit<Rejection, "step" | "attempt">): void {
  comeBack(draft, step);
  draft.attempts++;
  draft.last_rejection = { step: step.id, attempt: draft.attempts, ...found };
}

function wait(draft: Draft, step: Step, at: Pending["at"]): void {
  draft.pending = { ...draft.pending!, at };
  draft.waiting = waitingFor(draft, step);
}

function comeBack(draft: Draft, step: Step): void {
  draft.pending = null;
  if (step.children) issueTickets(draft, step);
  draft.waiting = waitingFor(draft, step);
}

function unevaluable(draft: Draft, step: Step, record: GateRecord): void {
  draft.unevaluable++;
  if (draft.unevaluable < LIMITS.unevaluable) return comeBack(draft, step);
  halt(
    draft,
    "gate_unevaluable",
    `The ${record.kind} of step "${step.id}" couldn't be evaluated ${draft.unevaluable} times in a row: ${record.why}`,
  );
}

function isGreen(draft: Draft, step: Step): boolean {
  if (!step.loop?.gate && !step.files?.length) return true;
  const record = ownValue(draft.gates, step.id);
  return record?.verdict === "pass" && record.visit === draft.visits[step.id];
}

function afterGate(draft: Draft, step: Step): void {
  const green = isGreen(draft, step);
  if (step.loop) {
    const said = step.loop.until === undefined || containsSentinel(deliveredText(draft, step), step.loop.until);
    if (!green || !said) return again(draft, step, green);
  } else if (!green) {
    const problems = [draft.gates[step.id].why ?? "a file is missing"];
    return reject(draft, step, { kind: "files", problems, actual: "" });
  }
  approvalOrWayOut(draft, step);
}

function again(draft: Draft, step: Step, green: boolean): void {
  const { max, until, onExhausted } = step.loop!;
  if (draft.iteration < max) {
    draft.iteration++;
    return comeBack(draft, step);
  }
  if (Object.hasOwn(draft.gates, step.id)) {
    draft.gates = withKey(draft.gates, step.id, { ...draft.gates[step.id], exhausted: true });
  }
  const why = green ? `"${until}" wasn't said` : "the gate is still red";
  const message = `all ${max} iterations of step "${step.id}" are used up and ${why}`;
  const policy = onExhausted ?? (green ? "continue" : "halt");
  if (policy === "halt") return halt(draft, "loop_exhausted", `The loop is exhausted: ${message}`);
  draft.notices = [...draft.notices, `loop exhausted: ${message}`];
  if (policy === "continue") return approvalOrWayOut(draft, step);
  leaveBy(draft, step, step.exits.find((exit) => exit.kind === "exhausted")!);
}

function approvalOrWayOut(draft: Draft, step: Step): void {
  if (step.approval) wait(draft, step, "approval");
  else takeWayOut(draft, step);
}
