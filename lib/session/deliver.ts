/**
 * An agent's delivery. Source: spec "What a delivery does, in order".
 * @module
 */

import { InvalidInputError, InvalidTransitionError } from "../error.ts";
import type { Json, JsonObject } from "../json.ts";
import { didYouMean } from "../did_you_mean.ts";
import { type Step, type StepId, stepOf } from "../workflow/workflow.ts";
import { advance, reject } from "./advance.ts";
import { takeApproval } from "./approve.ts";
import { brokenContract, type Delivered, delivered } from "./contract.ts";
import { deepFreeze, type Draft, NOTHING, withKey, withoutKeys } from "./draft.ts";
import { leaveBy, waitingFor } from "./enter.ts";
import { excerpt } from "./excerpt.ts";
import type { CompleteInput, DeliverInput } from "./input.ts";
import { outputText } from "./output_text.ts";
import { missingChildren } from "./ticket.ts";
import type { Pending } from "./state.ts";
import { checkVariables } from "./variables.ts";
import { choosable, notOpen } from "./way_out.ts";

/** Takes a delivery; the turn has been checked. */
export function deliver(draft: Draft, input: DeliverInput): void {
  const step = stepOf(draft.workflow, draft.step!);
  switch (draft.waiting!.for) {
    case "approval":
      return answerApproval(draft, step, input);
    case "choice":
      return choose(draft, step, input);
    case "children":
      return deliverChildren(draft, step, input);
    default:
      return deliverStep(draft, step, input);
  }
}

/** Takes a `complete` of a running session: the delivery of the current step with the way out "end". */
export function completeStep(draft: Draft, input: CompleteInput): void {
  const step = stepOf(draft.workflow, draft.step!);
  draft.summary = input.summary ?? draft.summary;
  if (draft.waiting!.for === "choice") return leaveBy(draft, step, step.exits.find((exit) => exit.target === null)!);
  if (step.children) throw childrenWanted(step, missingChildren(draft.tickets));
  deliverStep(draft, step, { ...input, type: "deliver", response: input.response ?? input.summary }, true);
}

/** Takes one child's result by its ticket, which has been found to be open. */
export function deliverChild(draft: Draft, input: DeliverInput): void {
  const step = stepOf(draft.workflow, draft.step!);
  const ticket = draft.tickets[input.child!];
  const child = stepOf(draft.workflow, ticket.child);
  refuse(input, ["outputs", "choice", "variables"], "a child's result is only step_output or user_response");
  const what = delivered(child, input.response, input.output);
  if (!meetsContract(draft, step, child, what)) return;
  draft.last_rejection = null;
  draft.outputs = withKey(draft.outputs, child.id, what.value ?? "");
  draft.tickets = withKey(draft.tickets, input.child!, { ...ticket, used: true });
  finishChildren(draft, step);
}

function deliverStep(draft: Draft, step: Step, input: DeliverInput, complete = false): void {
  if (input.outputs !== undefined) {
    refuse(input, ["outputs"], `step "${step.id}" has no parallel children: send step_output`);
  }
  if (input.variables !== undefined) checkVariables(draft.workflow, input.variables, "variables");
  if (input.choice !== undefined) checkChoice(step, input.choice);
  const what = delivered(step, input.response, input.output);
  const broken = brokenContract(draft.workflow, step, what);
  if (broken) return reject(draft, step, { ...broken, actual: excerpt(what.text) });

  draft.last_rejection = null;
  draft.outputs = what.value === undefined
    ? withoutKeys(draft.outputs, new Set([step.id]))
    : withKey(draft.outputs, step.id, what.value);
  const sent = merged(what.variables, input.variables);
  draft.context = merged(draft.context, sent);
  draft.pending = pendingOf(what, sent, input.choice, complete);
  advance(draft, step);
}

function pendingOf(what: Delivered, sent: JsonObject, choice: string | undefined, complete: boolean): Pending {
  const isRecorded = what.text === outputText(what.value);
  if (isRecorded && choice === undefined && !complete) return { sent };
  return {
    ...(isRecorded ? {} : { text: what.text }),
    ...(choice === undefined ? {} : { choice }),
    ...(complete ? { complete: true as const } : {}),
    sent,
  };
}

/** New values win; where there are none, the same object. */
function merged(values: JsonObject, more: JsonObject | undefined): JsonObject {
  return more === undefined || Object.keys(more).length === 0 ? values : { ...values, ...more };
}

function deliverChildren(draft: Draft, step: Step, input: DeliverInput): void {
  const missing = missingChildren(draft.tickets);
  if (input.outputs === undefined) throw childrenWanted(step, missing);
  refuse(input, ["output"], "a dispatcher takes outputs, one per child");
  const variables = input.variables ?? {};
  checkVariables(draft.workflow, variables, "variables");
  if (input.choice !== undefined) checkChoice(step, input.choice);
  checkChildren(step, missing, input.outputs);

  const results = missing.map((id): [StepId, Delivered] => [
    id,
    delivered(stepOf(draft.workflow, id), undefined, input.outputs![id]),
  ]);
  for (const [id, what] of results) {
    if (!meetsContract(draft, step, stepOf(draft.workflow, id), what)) return;
  }
  draft.last_rejection = null;
  draft.outputs = deepFreeze({
    ...draft.outputs,
    ...Object.fromEntries(results.map(([id, what]) => [id, what.value ?? ""])),
  });
  draft.context = { ...draft.context, ...variables };
  draft.tickets = Object.fromEntries(
    Object.entries(draft.tickets).map(([key, ticket]) => [key, { ...ticket, used: true }]),
  );
  finishChildren(draft, step, input.choice, variables);
}

/** A child's broken contract leaves its ticket open and everything else as it is. */
function meetsContract(draft: Draft, step: Step, child: Step, what: Delivered): boolean {
  const broken = brokenContract(draft.workflow, child, what);
  if (!broken) return true;
  draft.attempts++;
  draft.last_rejection = {
    step: step.id,
    child: child.id,
    ...broken,
    actual: excerpt(what.text),
    attempt: draft.attempts,
  };
  return false;
}

function finishChildren(draft: Draft, step: Step, choice?: string, sent: JsonObject = NOTHING): void {
  draft.waiting = waitingFor(draft, step);
  if (missingChildren(draft.tickets).length > 0) return;
  draft.pending = { ...(choice === undefined ? {} : { choice }), sent };
  advance(draft, step);
}

function checkChildren(step: Step, missing: StepId[], outputs: { [child: StepId]: Json }): void {
  const known = step.children!.map((child) => child.id);
  for (const id of Object.keys(outputs)) {
    if (missing.includes(id)) continue;
    throw known.includes(id)
      ? new InvalidInputError(
        `The child "${id}" has already handed in its result: leave it out of outputs, wanted are ${list(missing)}`,
        { field: `outputs.${id}`, wanted: missing, actual: id },
      )
      : new InvalidInputError(
        `"${id}" is no child of step "${step.id}": ${didYouMean(id, known) || `its children are ${list(known)}`}`,
        { field: "outputs", wanted: known, actual: id },
      );
  }
  const absent = missing.filter((id) => !Object.hasOwn(outputs, id) || outputs[id] === null);
  if (absent.length > 0) throw childrenWanted(step, absent);
}

function childrenWanted(step: Step, missing: StepId[]): InvalidInputError {
  return new InvalidInputError(
    `Step "${step.id}" needs outputs with one entry per child; missing: ${list(missing)}`,
    { field: "outputs", wanted: missing, actual: null },
  );
}

function answerApproval(draft: Draft, step: Step, input: DeliverInput): void {
  const approval = step.approval!;
  refuse(
    input,
    ["outputs", "output", "variables"],
    `step "${step.id}" was delivered and waits for a person's approval`,
  );
  if (input.choice === undefined || approval.assurance !== "reported") {
    throw new InvalidInputError(
      `Step "${step.id}" waits for a person's verdict on "${approval.question}" (${approval.labels.join(" or ")}): ${
        approval.assurance === "reported"
          ? "ask the user and send the answer's label as transition_choice"
          : `a person runs \`skill-workflow approve ${draft.id} ${step.id}\``
      }`,
      { field: "transition_choice", wanted: approval.labels, actual: input.choice ?? null },
    );
  }
  takeApproval(draft, step, {
    choice: input.choice,
    by: draft.owner?.client ?? "agent",
    assurance: "reported",
    note: input.response,
    at: input.at,
  });
}

function choose(draft: Draft, step: Step, input: DeliverInput): void {
  refuse(
    input,
    ["outputs", "output", "variables"],
    `the output of step "${step.id}" is already recorded, only a choice is wanted`,
  );
  const open = step.exits.filter((exit) => exit.kind === "choice");
  const chosen = open.find((exit) => exit.target === input.choice);
  if (chosen) return leaveBy(draft, step, chosen);
  if (input.choice !== undefined) throw notOpen(step, input.choice, open);
  throw new InvalidTransitionError(
    `Step "${step.id}" waits for a choice: send transition_choice, one of ${list(open.map((exit) => exit.target!))}`,
    { step: step.id, open: open.map((exit) => exit.target) },
  );
}

/** A choice that this step could never take is refused before anything is recorded. */
function checkChoice(step: Step, choice: string): void {
  const targets = choosable(step);
  if (targets.includes(choice)) return;
  throw notOpen(step, choice, step.exits.filter((exit) => exit.target !== null && targets.includes(exit.target)));
}

function refuse(input: DeliverInput, fields: ("outputs" | "output" | "choice" | "variables")[], why: string): void {
  for (const field of fields) {
    if (input[field] === undefined) continue;
    throw new InvalidInputError(`"${NAMES[field]}" can't be sent now: ${why}`, {
      field: NAMES[field],
      wanted: null,
      actual: excerpt(outputText(input[field] as Json), 60),
    });
  }
}

const NAMES = { outputs: "outputs", output: "step_output", choice: "transition_choice", variables: "variables" };

function list(ids: readonly StepId[]): string {
  return ids.map((id) => `"${id}"`).join(", ");
}
