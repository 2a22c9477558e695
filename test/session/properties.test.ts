/**
 * The laws on generated workflows of all kinds, walked by generated inputs.
 */

import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { TransitionEvaluationError, WorkflowError } from "../../lib/error.ts";
import type { Input } from "../../lib/session/input.ts";
import { options } from "../../lib/session/options.ts";
import type { SessionState } from "../../lib/session/state.ts";
import { step } from "../../lib/session/step.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { type Loose, Walk } from "../laws.ts";
import { type Action, action, compiled, mood, workflow } from "./generated.ts";

/** How often each thing was met over all walks: a property of walks that never get anywhere proves nothing. */
const met = new Map<string, number>();

type Mood = "pass" | "fail" | "unevaluable" | undefined;

function act(walk: Walk, done: Action, machine: Mood): void {
  const { status } = walk.state;
  const waiting = walk.state.waiting!;
  if (done.kind === "wild") return attempt(walk, done.input);
  if (status !== "running") return attempt(walk, { type: status === "paused" ? "resume" : "retry" });
  if (waiting.for === "effect") {
    const verdict = machine ?? (done.kind === "verdict" ? done.verdict : "pass");
    return void walk.answer(verdict, { output: "ok AGAIN" });
  }
  if (done.kind === "verdict") return;
  const { text, n, pick } = done;
  const variables = { n, ...(pick === 0 ? { r: { k: n } } : {}) };
  switch (waiting.for) {
    case "approval":
      return attempt(walk, { type: "deliver", choice: pick % 2 === 0 ? "yes" : "no" });
    case "choice":
      return attempt(walk, { type: "deliver", choice: waiting.targets[pick % waiting.targets.length] });
    case "children":
      if (pick === 0) {
        return attempt(walk, { type: "deliver", child: Object.keys(walk.state.tickets)[n % 2], output: text });
      }
      return attempt(walk, {
        type: "deliver",
        outputs: Object.fromEntries(waiting.missing.map((child) => [child, text])),
        variables,
      });
    default:
      return attempt(walk, { type: "deliver", output: text, variables });
  }
}

/** Applies an input; a refusal is a typed error and leaves everything as it was (`Walk` checks that). */
function attempt(walk: Walk, input: Loose): void {
  try {
    walk.apply(input);
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    count(error.code);
  }
}

function count(what: string): void {
  met.set(what, (met.get(what) ?? 0) + 1);
}

function walked(notation: string, actions: readonly Action[], machine: Mood): Walk {
  const walk = new Walk(compiled(notation), { input: "the task" });
  for (const done of actions) {
    act(walk, done, machine);
    const { status, halt, waiting } = walk.state;
    count(halt?.reason ?? status);
    count(waiting?.for ?? "nobody");
  }
  return walk;
}

test("the generated workflows are free of errors", () => {
  fc.assert(
    fc.property(workflow, (notation) => {
      const errors = validateGraph(compiled(notation)).filter((one) => one.severity === "error");
      assert.equal(errors.map((one) => `${one.code}: ${one.message}`), []);
    }),
    { numRuns: 100 },
  );
});

test("every law holds on every walk of every workflow", () => {
  met.clear();
  fc.assert(
    fc.property(workflow, fc.array(action, { minLength: 10, maxLength: 30 }), mood, (notation, actions, machine) => {
      walked(notation, actions, machine).done();
    }),
    { numRuns: 120 },
  );
  const wanted = ["completed", "paused", "delivery", "children", "effect", "approval", "choice"];
  const reasons = ["loop_exhausted", "gate_unevaluable", "expectation_failed"];
  for (const what of [...wanted, ...reasons, "TransitionEvaluationError"]) {
    assert.ok(met.has(what), `no walk met "${what}": the laws were tried on too little`);
  }
});

/** An input of each type as it should look now. */
function rightInput(state: SessionState, type: Input["type"]): Loose {
  const { waiting } = state;
  const text = "ok DONE";
  const variables = { n: 0, r: { k: 0 } };
  switch (type) {
    case "deliver":
      if (waiting?.for === "choice") return { type, choice: waiting.targets[0] };
      if (waiting?.for === "approval") return { type, choice: "yes" };
      if (waiting?.for === "children") {
        return { type, outputs: Object.fromEntries(waiting.missing.map((child) => [child, text])), variables };
      }
      return { type, output: text, variables };
    case "complete":
      return { type, output: text, variables, summary: "over" };
    case "effect_result":
      return { type, effect: waiting?.for === "effect" ? waiting.effect.id : "e0", verdict: "pass", exit_code: 0 };
    case "approve":
      return {
        type,
        step: state.step,
        visit: state.visits[state.step!],
        choice: "yes",
        by: "p",
        assurance: "elicited",
      };
    case "back":
      return { type, step: state.path[0]?.step };
    case "claim":
      return { type, owner: { session: "other" } };
    default:
      return { type };
  }
}

const TYPES: readonly Input["type"][] = [
  "deliver",
  "complete",
  "effect_result",
  "approve",
  "pause",
  "resume",
  "retry",
  "back",
  "claim",
  "abort",
];

/** Whether a state takes an input; a way out that can't be told from what was sent doesn't count as a refusal of its type. */
function takes(state: SessionState, type: Input["type"]): boolean {
  const input = { at: "2026-01-01T00:00:09Z", door: "library", ...rightInput(state, type) } as Input;
  try {
    return step(state, input) !== state;
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
    return error instanceof TransitionEvaluationError;
  }
}

test("what options names is taken, what it doesn't name is refused", () => {
  fc.assert(
    fc.property(workflow, fc.array(action, { maxLength: 20 }), mood, (notation, actions, machine) => {
      const { state } = walked(notation, actions, machine);
      const open = new Set(options(state).map((option) => option.type));
      for (const type of TYPES) {
        // Whether the end is the way that applies shows only once the delivery is judged.
        if (type === "complete" && open.has(type)) continue;
        assert.is(takes(state, type), open.has(type), `${type} while ${state.status} at ${state.step}`);
      }
    }),
    { numRuns: 60 },
  );
});

test.run();
