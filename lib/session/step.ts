/**
 * The reducer. Source: spec "The reducer".
 * @module
 */

import { InvalidInputError, StaleInputError } from "../error.ts";
import { canonicalJson } from "../hash.ts";
import type { Json } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { TextHash } from "../text_hash.ts";
import { approve } from "./approve.ts";
import { abort, back, claim, pause, resume, retry } from "./control.ts";
import { completeStep, deliver, deliverChild } from "./deliver.ts";
import { type Draft, draftOf, finish, NONE } from "./draft.ts";
import { takeEffectResult } from "./effect_result.ts";
import type { CompleteInput, DeliverInput, Input } from "./input.ts";
import { refusal } from "./refusal.ts";
import type { SessionState } from "./state.ts";
import { wasIssued } from "./ticket.ts";

/**
 * Applies an input to a state. The state is never changed: a new, frozen one comes back, or an error is thrown and
 * nothing has happened. A repeated delivery, and a child's result that comes late or twice, returns the very same object.
 *
 * @throws {StaleInputError} the input answers another turn, effect or approval than the one awaited
 * @throws {SessionClosedError} the session doesn't take such an input any more
 * @throws {SessionBusyError} an effect is still running
 * @throws {InvalidInputError} a field is wrong; `data` has field, wanted and actual value
 * @throws {InvalidTransitionError} the choice isn't open
 * @throws {TransitionEvaluationError} a condition can't be evaluated; it's never taken for false
 * @throws {LimitError} an output is too large
 *
 * @example
 * ```ts
 * import { parseSkill, start, step } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const at = "2026-01-01T00:00:00Z";
 * const first = start(parseSkill(text).workflow!, { id: "wf_a_00000000", at });
 * const last = step(first, { type: "deliver", at, door: "library", turn: first.turn, output: "done" });
 * console.assert(last.status === "completed" && first.status === "running");
 * ```
 */
export function step(state: SessionState, input: Input): SessionState {
  if (isRepeated(state, input)) return state;
  const refused = refusal(state, input.type);
  if (refused) throw refused;
  if (input.type === "deliver" && input.child !== undefined) return stepChild(state, input, input.child);

  const draft = draftOf(state, input.at);
  switch (input.type) {
    case "deliver":
      takeTurn(draft, input);
      deliver(draft, input);
      break;
    case "complete":
      if (state.status === "completed") draft.summary = input.summary ?? draft.summary;
      else {
        takeTurn(draft, input);
        completeStep(draft, input);
      }
      break;
    case "effect_result":
      takeEffectResult(draft, input);
      break;
    case "approve":
      approve(draft, input);
      break;
    case "pause":
      pause(draft);
      break;
    case "resume":
      resume(draft);
      break;
    case "retry":
      retry(draft);
      break;
    case "back":
      back(draft, input);
      break;
    case "abort":
      abort(draft, input);
      break;
    case "claim":
      claim(draft, input);
      break;
  }
  if (draft.notices.length > LIMITS.notices) draft.notices = draft.notices.slice(-LIMITS.notices);
  return finish(draft, state);
}

/** An agent's answer uses up the turn, and with it the notices that its envelope showed. */
function takeTurn(draft: Draft, input: DeliverInput | CompleteInput): void {
  if (input.turn !== undefined && input.turn !== draft.turn) {
    throw new StaleInputError(
      `The delivery answers turn ${input.turn}, but session ${draft.id} is at turn ${draft.turn} (step "${draft.step}"): ` +
        "read the current envelope and answer that one",
      { session: draft.id, turn: input.turn, current_turn: draft.turn, step: draft.step },
    );
  }
  draft.last_delivery = Object.freeze({ turn: draft.turn, digest: digestOf(input) });
  draft.turn++;
  draft.notices = NONE;
}

/** A child's ticket is its key: it uses up no turn. */
function stepChild(state: SessionState, input: DeliverInput, ticket: string): SessionState {
  if (!Object.hasOwn(state.tickets, ticket)) {
    if (wasIssued(state, ticket)) return state;
    const open = Object.keys(state.tickets).filter((key) => !state.tickets[key].used);
    throw new InvalidInputError(
      `There is no ticket "${ticket}": ${open.length > 0 ? `open are ${open.join(", ")}` : "no child is awaited"}`,
      { field: "child", wanted: open, actual: ticket },
    );
  }
  if (state.tickets[ticket].used) return state;
  const draft = draftOf(state, input.at);
  deliverChild(draft, input);
  return finish(draft, state);
}

function isRepeated(state: SessionState, input: Input): boolean {
  if (input.type !== "deliver" && input.type !== "complete") return false;
  return state.last_delivery !== null && input.turn === state.last_delivery.turn &&
    state.last_delivery.digest === digestOf(input);
}

/** Marks that no text contains, one a field and kind of value. */
const MARK = 0x10000;

/**
 * Of what was delivered, without the time, the door and the turn: a hash of 53 bits, so that it's a JSON number. A number,
 * since writing out the fields as canonical JSON and the hash in hexadecimal takes a fifth of a whole step.
 */
function digestOf(input: DeliverInput | CompleteInput): number {
  const { child, choice, output, outputs, response, summary, variables } = input as Delivery;
  const hash = new TextHash().mark(input.type === "deliver" ? MARK : MARK + 1);
  if (child !== undefined) addValue(hash, MARK + 2, child);
  if (choice !== undefined) addValue(hash, MARK + 4, choice);
  if (output !== undefined) addValue(hash, MARK + 6, output);
  if (outputs !== undefined) addValue(hash, MARK + 8, outputs);
  if (response !== undefined) addValue(hash, MARK + 10, response);
  if (summary !== undefined) addValue(hash, MARK + 12, summary);
  if (variables !== undefined) addValue(hash, MARK + 14, variables);
  const { a, b } = hash.mix();
  return (b & 0x1fffff) * 0x100000000 + (a >>> 0);
}

function addValue(hash: TextHash, mark: number, value: Json): void {
  if (typeof value === "string") hash.mark(mark).add(value);
  else hash.mark(mark + 1).add(canonicalJson(value));
}

type Delivery = Partial<Omit<DeliverInput, "type"> & Omit<CompleteInput, "type">>;
