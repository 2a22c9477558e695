/**
 * The laws of the reducer, checked on every walk of every test. Source: spec "Laws".
 * @module
 */

import * as assert from "uvu/assert";
import type { Json } from "../lib/json.ts";
import { envelope } from "../lib/session/envelope.ts";
import type { Input, StartInput } from "../lib/session/input.ts";
import { options } from "../lib/session/options.ts";
import { renderEnvelope } from "../lib/session/render_envelope.ts";
import { replay } from "../lib/session/replay.ts";
import { start } from "../lib/session/start.ts";
import type { SessionState } from "../lib/session/state.ts";
import { step } from "../lib/session/step.ts";
import type { Step, Workflow } from "../lib/workflow/workflow.ts";

const AT = "2026-01-01T00:00:00Z";

/** A walk under the laws: every state that it passes is checked. */
export class Walk {
  readonly workflow: Workflow;
  readonly first: StartInput;
  readonly inputs: Input[] = [];
  state: SessionState;
  #second = 0;

  constructor(workflow: Workflow, first: Partial<StartInput> = {}) {
    this.workflow = workflow;
    this.first = { id: "wf_test_0000abcd", at: AT, ...first };
    this.state = start(workflow, this.first);
    checkState(this.state);
  }

  /** Applies an input; what it leaves out (time, door, turn) is filled in. Throws what `step` throws, the state untouched. */
  apply(input: Loose): SessionState {
    const at = `2026-01-01T00:00:${String(++this.#second % 60).padStart(2, "0")}Z`;
    const whole = { at, door: "library", ...turnOf(input, this.state), ...input } as Input;
    const before = this.state;
    const frozen = JSON.stringify(before);
    let after: SessionState;
    try {
      after = step(before, whole);
    } finally {
      assert.is(JSON.stringify(before), frozen, "a step changed the state that it got");
    }
    assert.is(JSON.stringify(step(before, whole)), JSON.stringify(after), "the same input gave another state");
    if (after === before) return after;
    assert.is(after.revision, before.revision + 1, "an input counts the revision up by one");
    checkState(after);
    checkGates(before, after);
    checkApprovals(before, after);
    this.inputs.push(whole);
    this.state = after;
    return after;
  }

  /** An agent's delivery. */
  deliver(output?: Json, rest: Record<string, unknown> = {}): SessionState {
    return this.apply({ type: "deliver", ...(output === undefined ? {} : { output }), ...rest } as Loose);
  }

  /** The host's answer to the effect that is asked for. */
  answer(verdict: "pass" | "fail" | "unevaluable", rest: Record<string, unknown> = {}): SessionState {
    const waiting = this.state.waiting;
    if (waiting?.for !== "effect") throw new Error(`No effect is asked for at step ${this.state.step}`);
    const exit_code = verdict === "pass" ? 0 : verdict === "fail" ? 1 : null;
    return this.apply({ type: "effect_result", effect: waiting.effect.id, verdict, exit_code, ...rest } as Loose);
  }

  /** The steps entered so far, the status behind them where the session isn't running: `a b completed`. */
  get trace(): string {
    const steps = this.state.path.map((entry) => entry.step);
    const end = this.state.status === "running" ? [] : [this.state.halt?.reason ?? this.state.status];
    return [...steps, ...end].join(" ");
  }

  /** Checks the laws about the whole walk; call it at the end. */
  done(): SessionState {
    const again = replay(this.workflow, this.first, this.inputs);
    assert.is(JSON.stringify(again), JSON.stringify(this.state), "the replay gives another state");
    return this.state;
  }
}

/** An input without what `Walk` fills in. */
export type Loose = { type: Input["type"] } & Record<string, unknown>;

function turnOf(input: Loose, state: SessionState): { turn?: number } {
  return (input.type === "deliver" || input.type === "complete") && input.child === undefined
    ? { turn: state.turn }
    : {};
}

/** The laws about one state. */
export function checkState(state: SessionState): void {
  assert.is(JSON.stringify(JSON.parse(JSON.stringify(state))), JSON.stringify(state), "the state doesn't survive JSON");
  assert.ok(isDeepFrozen(state), "the state isn't frozen throughout");
  checkCounters(state);
  checkSecrecy(state);
  if (state.status !== "running") return;
  const open = options(state).filter((option) => option.type !== "abort");
  assert.ok(open.length > 0, `a running state at "${state.step}" takes nothing but abort`);
  const moves = open.filter((option) => !["pause", "claim", "back"].includes(option.type));
  assert.ok(moves.length > 0, `a running state at "${state.step}" takes nothing that moves it`);
}

function checkCounters(state: SessionState): void {
  if (state.step !== null) {
    const max = state.workflow.steps[state.step].loop?.max ?? 1;
    assert.ok(state.iteration >= 1 && state.iteration <= max, `iteration ${state.iteration} is out of bounds`);
  }
  assert.ok(state.cycle >= 1, "cycles count from 1");
  assert.ok(state.unevaluable <= 3, "three unevaluable verdicts halt");
  assert.ok(state.path.length <= 100, "the path is bounded");
  if (state.status === "running") assert.ok(state.transitions <= state.granted_transitions, "runaway");
}

/**
 * No envelope discloses a step that hasn't been entered, unless an entered one shows the same text. What is shorter than
 * eight units may stand anywhere by chance; from the first reference on, a text is shown with its values.
 */
function checkSecrecy(state: SessionState): void {
  const { steps } = state.workflow;
  const shown = Object.keys(state.visits).map((id) => steps[id].instructions);
  const seen = envelope(state);
  const text = renderEnvelope(seen) + JSON.stringify(seen);
  for (const id of Object.keys(steps)) {
    const secret = steps[id].instructions.split("{{")[0].trim();
    if (secret.length < 8 || Object.hasOwn(state.visits, id) || shown.some((one) => one.includes(secret))) continue;
    assert.not.ok(text.includes(secret), `the envelope at "${state.step}" discloses step "${id}"`);
  }
}

/** The step that an input led out of, by any way but a person's `back`. */
function leftStep(before: SessionState, after: SessionState): Step | undefined {
  if (before.step === null || before.status === "completed") return undefined;
  if (after.entered === before.entered && after.status !== "completed") return undefined;
  if (after.notices.some((notice) => notice.startsWith("went back"))) return undefined;
  return before.workflow.steps[before.step];
}

/** No step with an approval is left without a person's word in that visit, unless its loop led elsewhere. */
function checkApprovals(before: SessionState, after: SessionState): void {
  const step = leftStep(before, after);
  if (!step?.approval) return;
  if (step.exits.some((exit) => exit.kind === "exhausted") && before.iteration === step.loop?.max) return;
  const approval = after.approvals[step.id];
  assert.ok(approval, `step "${step.id}" was left without an approval`);
  assert.is(approval.visit, before.visits[step.id], `step "${step.id}" was left on the approval of another visit`);
}

/** No step with a check of the machine's is left without its own verdict in that visit. */
function checkGates(before: SessionState, after: SessionState): void {
  const step = leftStep(before, after);
  if (!step || !step.loop?.gate && !step.files?.length && step.kind !== "command") return;
  const gate = after.gates[step.id];
  assert.ok(gate, `step "${step.id}" was left without a verdict`);
  assert.is(gate.visit, before.visits[step.id], `step "${step.id}" was left on the verdict of another visit`);
  if (gate.verdict !== "pass") {
    assert.ok(gate.exhausted, `step "${step.id}" was left on a ${gate.verdict} that isn't marked exhausted`);
  }
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}
