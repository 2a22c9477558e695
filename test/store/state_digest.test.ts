import { suite } from "uvu";
import * as assert from "uvu/assert";
import { canonicalJson } from "../../lib/hash.ts";
import { sha256 } from "../../lib/host/sha256.ts";
import { digestState } from "../../lib/host/state_digest.ts";
import type { Json } from "../../lib/json.ts";
import { step } from "../../lib/session/mod.ts";
import type { SessionState } from "../../lib/session/state.ts";
import { nextInput, undisturbed } from "../harness/walk.ts";

const test = suite("state digest");

/** As it's defined, for a state with nothing large. */
function defined(state: SessionState): string {
  return sha256(canonicalJson({ large: [], state: { ...state, workflow: state.workflow.digest } as unknown as Json }));
}

function expectSame(state: SessionState, previous: SessionState | undefined, what: string): void {
  const { workflow, ...rest } = state;
  // It shares nothing with any other state.
  const copy = { ...JSON.parse(JSON.stringify(rest)), workflow } as SessionState;
  assert.is(digestState(state, previous), digestState(copy), what);
}

test("a small state's is SHA-256 of its canonical JSON", () => {
  for (const state of undisturbed(4)) assert.is(digestState(state), defined(state));
});

test("a digest made from the one before is that of the state alone, also once the path is full", () => {
  const states = undisturbed(700);
  assert.is(states[699]!.path.length, states[600]!.path.length, "the path is full");
  for (const [i, state] of states.entries()) expectSame(state, states[i - 1], `revision ${i + 1}`);
});

test("the one before may be any state: a step back, a jump, another walk", () => {
  const states = undisturbed(300);
  const last = states[299]!;
  const common = { at: last.updated_at, door: "cli" as const };
  const back = step(last, { type: "back", ...common, step: "explore" });
  expectSame(back, last, "a step back");
  expectSame(step(back, nextInput(back)), back, "the step after it");
  for (const [i, state] of undisturbed(300).entries()) {
    expectSame(state, states[(i * 7) % 300], `revision ${i + 1} after ${(i * 7) % 300 + 1}`);
  }
});

test("a state that can be changed isn't remembered", () => {
  const { workflow, ...rest } = undisturbed(5)[4]!;
  const state = { ...structuredClone(rest), workflow } as SessionState;
  const before = digestState(state);
  state.path.pop();
  state.turn++;
  assert.is.not(digestState(state), before);
});

test.run();
