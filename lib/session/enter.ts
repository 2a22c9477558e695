/**
 * Taking a way out and entering a step. Source: spec "What a delivery does, in order", item 7.
 * @module
 */

import { ownValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { type Exit, type Step, type StepId, stepOf, type Workflow } from "../workflow/workflow.ts";
import { type Draft, NOTHING, withKey, withLast } from "./draft.ts";
import type { Effect, HaltReason, Waiting } from "./state.ts";
import { missingChildren, ticketOf } from "./ticket.ts";

const DELIVERY: Waiting = Object.freeze({ for: "delivery" });

/** Leaves the current step by an exit: to another step, or to the end of the run. */
export function leaveBy(draft: Draft, from: Step, exit: Exit): void {
  draft.pending = null;
  draft.last_rejection = null;
  draft.transitions = from.type === "loop_decision" ? 1 : draft.transitions + 1;
  if (from.type === "loop_decision") draft.granted_transitions = draft.workflow.maxTransitions;
  if (exit.target === null) return complete(draft);
  if (isWayBack(draft.workflow, from.id, exit.target)) draft.cycle++;
  enter(draft, exit.target);
  if (draft.transitions > draft.granted_transitions) {
    halt(draft, "runaway", `More than ${draft.granted_transitions} transitions without an end or a loop decision`);
  }
}

/** Enters a step; a dispatcher's children count as entered with it. */
export function enter(draft: Draft, id: StepId): void {
  const step = stepOf(draft.workflow, id);
  const visit = (ownValue(draft.visits, id) ?? 0) + 1;
  draft.step = id;
  draft.visits = withKey(draft.visits, id, visit);
  draft.entered_at_revision = withKey(draft.entered_at_revision, id, draft.revision);
  draft.entered++;
  const entry = Object.freeze({ step: id, visit, revision: draft.revision, at: draft.updated_at });
  draft.path = withLast(draft.path, entry, LIMITS.path);
  draft.iteration = 1;
  draft.attempts = 0;
  draft.unevaluable = 0;
  draft.tickets = NOTHING;
  draft.pending = null;
  if (step.children) issueTickets(draft, step);
  draft.waiting = waitingFor(draft, step);
}

/** Gives every child of a dispatcher a new visit and a new ticket. */
export function issueTickets(draft: Draft, step: Step): void {
  const visits = { ...draft.visits };
  const entered = { ...draft.entered_at_revision };
  const tickets: Draft["tickets"] = {};
  for (const { id } of step.children!) {
    const visit = (ownValue(visits, id) ?? 0) + 1;
    visits[id] = visit;
    entered[id] = draft.revision;
    tickets[ticketOf(draft.id, id, visit)] = { child: id, visit, used: false };
  }
  draft.visits = Object.freeze(visits);
  draft.entered_at_revision = Object.freeze(entered);
  draft.tickets = tickets;
}

/** What a running session waits for, from where it stands. */
export function waitingFor(draft: Draft, step: Step): Waiting {
  switch (draft.pending?.at) {
    case "files":
      return { for: "effect", effect: effectOf(draft, "files", { files: step.files!.map((file) => file.path) }) };
    case "gate": {
      const { run, timeout } = step.loop!.gate!;
      return { for: "effect", effect: effectOf(draft, "gate", { run, timeout }) };
    }
    case "approval":
      return { for: "approval", step: step.id, visit: draft.visits[step.id] };
    case "choice":
      return {
        for: "choice",
        targets: step.exits.filter((exit) => exit.kind === "choice").map((exit) => exit.target!),
      };
  }
  if (step.kind === "command") {
    const { run, timeout } = step.command!;
    return { for: "effect", effect: effectOf(draft, "command", { run, timeout }) };
  }
  if (step.children) return { for: "children", missing: missingChildren(draft.tickets) };
  return DELIVERY;
}

/** Halts; what was pending stays, so that a retry can ask again. */
export function halt(draft: Draft, reason: HaltReason, message: string): void {
  draft.status = "halted";
  draft.halt = { reason, step: draft.step!, message };
  draft.waiting = null;
}

function effectOf(draft: Draft, kind: Effect["kind"], rest: Partial<Effect>): Effect {
  return { id: `e${draft.revision}`, kind, step: draft.step!, visit: draft.visits[draft.step!], ...rest };
}

function complete(draft: Draft): void {
  draft.status = "completed";
  draft.step = null;
  draft.waiting = null;
  draft.tickets = NOTHING;
}

/** A way back is an edge to the same or an earlier declared step. */
function isWayBack(workflow: Workflow, from: StepId, to: StepId): boolean {
  const place = placesOf(workflow);
  return place.get(to)! <= place.get(from)!;
}

const PLACES = new WeakMap<Workflow, Map<StepId, number>>();

function placesOf(workflow: Workflow): Map<StepId, number> {
  let places = PLACES.get(workflow);
  if (!places) {
    places = new Map(workflow.order.map((id, place) => [id, place]));
    PLACES.set(workflow, places);
  }
  return places;
}
