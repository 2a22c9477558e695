import { test } from "uvu";
import * as assert from "uvu/assert";
import { InvalidTransitionError, TransitionEvaluationError } from "../../lib/error.ts";
import { Walk } from "../laws.ts";
import { type NotationOptions, workflowOf } from "../notation.ts";

/** Notation, the deliveries (`output`, `output!choice`, `{n: 1}` for variables), the trace. */
const TABLE: [string, string[], string, NotationOptions?][] = [
  // The declared order.
  ["a; b; c", ["x", "x", "x"], "a b c completed"],
  ["a -> c; b; c", ["x", "x"], "a c completed"],
  ["a -> end; b", ["x"], "a completed"],
  ["a(terminal); b", ["x"], "a completed"],
  // Branches: first rule that matches, whole words, any case.
  ['a -> c "SKIP"; b; c', ["please skip this"], "a c"],
  ['a -> c "SKIP"; b; c', ["skipped"], "a b"],
  ['a -> b "ONE", c "TWO"; b; c', ["two and one"], "a b"],
  ['a -> c "X", end; b; c', ["nothing"], "a completed"],
  ['a -> c "X", end; b; c', ["x"], "a c"],
  // Conditions in order, then the default.
  ["$n: integer = 0; a -> b [context.n > 1], c default; b; c", [], "a"],
  ["$n: integer = 0; a -> b [context.n > 1], c default; b; c", ["{n: 2}"], "a b"],
  ["$n: integer = 0; a -> b [context.n > 1], c default; b; c", ["{n: 1}"], "a c"],
  ["$n: integer = 5; a -> b [context.n > 1], c [context.n > 2]; b; c", ["x"], "a b"],
  // A branch beats a condition, a condition beats an end, a default beats next.
  ['$n: integer = 5; a -> b [context.n > 1], c "WORD"; b; c', ["word"], "a c"],
  ["$n: integer = 5; a -> b [context.n > 1], end; b; c", ["x"], "a b"],
  ["$n: integer = 0; a -> b [context.n > 1], end; b; c", ["x"], "a completed"],
  // Choices.
  ["a -> b ?, c ?; b; c", ["x!c"], "a c"],
  ["a -> b ?, c ?; b; c", ["x"], "a"],
  ["a -> b ?, c ?; b; c", ["x", "!b"], "a b"],
  ["a -> b ?, c ?, b default; b; c", ["x"], "a b"],
  ["a -> b ?, c ?, b default; b; c", ["x!c"], "a c"],
  ["$n: integer = 5; a -> c [context.n > 1], b ?, c ?; b; c", ["x!c"], "a c"],
  ["a -> b; b; c", ["x!b"], "a b"],
  // Loops by back edges.
  ["$n: integer = 0; a -> b; b -> a [context.n > 0], c default; c", ["x", "{n: 1}", "x", "{n: 0}"], "a b a b c", {
    type: "loop",
  }],
];

for (const [notation, answers, trace, options] of TABLE) {
  test(`${notation} with ${answers.join(", ") || "nothing"}`, () => {
    const walk = new Walk(workflowOf(notation, options));
    for (const answer of answers) hand(walk, answer);
    walk.done();
    assert.is(walk.trace, trace);
  });
}

function hand(walk: Walk, answer: string): void {
  const [output, choice] = answer.startsWith("{") ? ["x"] : answer.split("!");
  const variables = answer.startsWith("{") ? { variables: JSON.parse(answer.replace(/(\w+):/g, '"$1":')) } : {};
  walk.deliver(output === "" ? undefined : output, { ...variables, ...(choice === undefined ? {} : { choice }) });
}

test("a choice that isn't open is refused with the open ones, and nothing moves", () => {
  for (
    const [notation, choice, open] of [
      ["a -> b ?, c ?; b; c", "d", ["b", "c"]],
      ["$n: integer = 5; a -> b [context.n > 1], c ?, b ?; b; c", "c", ["b"]],
      ["a -> b; b; c", "c", ["b"]],
    ] as const
  ) {
    const walk = new Walk(workflowOf(notation));
    const error = caught(() => walk.deliver("x", { choice }));
    assert.instance(error, InvalidTransitionError);
    assert.equal((error as InvalidTransitionError).data.open, open);
    assert.is(walk.state.turn, 0);
    assert.equal(walk.state.outputs, {});
  }
});

test("a choice that is asked for carries only the choice", () => {
  const walk = new Walk(workflowOf("a -> b ?, c ?; b; c"));
  walk.deliver("x");
  assert.equal(walk.state.waiting, { for: "choice", targets: ["b", "c"] });
  assert.throws(() => walk.deliver("again", { choice: "b" }), /already recorded/);
  assert.throws(() => walk.deliver(undefined), /transition_choice, one of "b", "c"/);
  walk.deliver(undefined, { choice: "b" });
  assert.is(walk.state.outputs.a, "x");
  assert.is(walk.trace, "a b");
});

test("a condition that can't be evaluated is never false", () => {
  const walk = new Walk(workflowOf("$report: object = {}; a -> b [context.report.faults > 0], c default; b; c"));
  const error = caught(() => walk.deliver("counted")) as TransitionEvaluationError;
  assert.instance(error, TransitionEvaluationError);
  assert.is(error.data.step, "a");
  assert.match(error.message, "context.report.faults > 0");
  assert.match(error.message, "faults");
  walk.deliver("counted", { variables: { report: { faults: 2 } } });
  assert.is(walk.trace, "a b");
});

test("cycles count ways back, visits count entries", () => {
  const walk = new Walk(workflowOf("a; b -> a; c"));
  for (let i = 0; i < 4; i++) walk.deliver("x");
  assert.is(walk.state.cycle, 3);
  assert.equal({ ...walk.state.visits }, { a: 3, b: 2 });
});

test("a run without an end halts as runaway, and a person can grant more", () => {
  const walk = new Walk(workflowOf("a; b -> a", { maxTransitions: 3 }));
  for (let i = 0; i < 4; i++) walk.deliver("x");
  assert.is(walk.state.halt?.reason, "runaway");
  assert.throws(() => walk.deliver("x"), /runaway/);
  walk.apply({ type: "retry" });
  walk.deliver("x");
  walk.done();
});

test("a loop decision starts the count anew", () => {
  const walk = new Walk(workflowOf("a; b(loop_decision) -> a", { maxTransitions: 3 }));
  for (let i = 0; i < 20; i++) walk.deliver("x");
  assert.is(walk.state.status, "running");
});

test("step ids that every object inherits are ordinary ids", () => {
  const walk = new Walk(workflowOf("toString; valueOf -> hasOwnProperty; hasOwnProperty"));
  walk.deliver("x");
  walk.deliver("y");
  walk.deliver("z");
  walk.done();
  assert.is(walk.trace, "toString valueOf hasOwnProperty completed");
  assert.is(walk.state.visits.toString, 1 as unknown);
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test.run();
