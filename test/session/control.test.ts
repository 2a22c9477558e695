import { test } from "uvu";
import * as assert from "uvu/assert";
import { InvalidInputError, SessionClosedError } from "../../lib/error.ts";
import { options } from "../../lib/session/options.ts";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

/** What every status takes, by the types of `options`. */
test("every status takes what it should", () => {
  const walk = new Walk(workflowOf("a; b(gate=check, max=1); c"));
  const taken = () => options(walk.state).map((option) => option.type).join(" ");
  assert.is(taken(), "deliver back pause claim abort");
  walk.deliver("x");
  walk.deliver("y");
  assert.is(taken(), "effect_result back pause claim abort");
  walk.apply({ type: "pause" });
  assert.is(taken(), "resume back claim abort");
  walk.apply({ type: "resume" });
  walk.answer("fail");
  assert.is(taken(), "retry back claim abort");
  walk.apply({ type: "retry" });
  walk.answer("pass");
  assert.is(taken(), "deliver complete back pause claim abort");
  walk.apply({ type: "complete", summary: "done" });
  assert.is(taken(), "complete");
  walk.apply({ type: "complete", summary: "done well" });
  assert.is(walk.state.summary, "done well");
  walk.done();
});

test("what a status doesn't take is refused with the way on", () => {
  const walk = new Walk(workflowOf("a; b"));
  for (const type of ["resume", "retry"] as const) {
    assert.throws(() => walk.apply({ type }), (error: Error) => error instanceof SessionClosedError);
  }
  walk.apply({ type: "pause" });
  assert.throws(() => walk.deliver("x"), /start_workflow for "test" to resume it/);
  walk.apply({ type: "abort" });
  assert.throws(() => walk.deliver("x"), /aborted/);
  assert.throws(() => walk.apply({ type: "abort" }), (error: Error) => error instanceof SessionClosedError);
});

test("back removes what came since, keeps variables, and says so", () => {
  const walk = new Walk(workflowOf("$n: integer = 0; a; b; c; d"));
  walk.deliver("1");
  walk.deliver("2", { variables: { n: 7 } });
  walk.deliver("3");
  walk.apply({ type: "back", step: "b", reason: "wrong plan" });
  assert.equal(walk.state.outputs, { a: "1" });
  assert.is(walk.state.context.n, 7);
  assert.match(walk.state.notices[0], /went back to "b" \(wrong plan\)/);
  assert.is(walk.state.visits.b, 2);
  assert.throws(
    () => walk.apply({ type: "back", step: "d" }),
    (error: Error) => error instanceof InvalidInputError && /Entered were "a", "b"/.test(error.message),
  );
  walk.done();
});

test("back from a halt and from an effect", () => {
  const walk = new Walk(workflowOf("a; b(gate=check, max=1); c"));
  walk.deliver("x");
  walk.deliver("y");
  walk.apply({ type: "back", step: "a" });
  assert.is(walk.state.waiting?.for, "delivery");
  walk.deliver("x");
  walk.deliver("y");
  walk.answer("fail");
  assert.is(walk.state.status, "halted");
  walk.apply({ type: "back", step: "b" });
  assert.is(walk.state.status, "running");
  assert.is(walk.state.halt, null);
  walk.deliver("y");
  walk.answer("pass");
  walk.done();
  assert.is(walk.state.step, "c");
});

test("a claim changes the owner and nothing else", () => {
  const walk = new Walk(workflowOf("a; b"), { owner: { session: "one" } });
  const before = walk.state;
  walk.apply({ type: "claim", owner: { session: "two" } });
  assert.equal({ ...walk.state, owner: before.owner, revision: before.revision, updated_at: before.updated_at }, {
    ...before,
  });
});

/** Notation, deliveries before, whether `complete` is taken there. */
const COMPLETE: [string, number, boolean][] = [
  ["a; b", 0, false],
  ["a; b", 1, true],
  ["a -> end; b", 0, true],
  ["a(terminal); b", 0, true],
  ["a(loop_decision) -> b; b", 0, true],
  ["a -> b; b", 0, false],
  ["d => x & y", 0, false],
];

for (const [notation, before, taken] of COMPLETE) {
  test(`complete is ${taken ? "taken" : "refused"} in ${notation} after ${before}`, () => {
    const walk = new Walk(workflowOf(notation));
    for (let i = 0; i < before; i++) walk.deliver("x");
    if (taken) assert.is(walk.apply({ type: "complete", summary: "s" }).status, "completed");
    else assert.throws(() => walk.apply({ type: "complete", summary: "s" }));
    walk.done();
  });
}

test("complete is a delivery: contract, gate, then the end", () => {
  const walk = new Walk(workflowOf('a(require.contains="ok", gate=check, max=2) -> end'));
  walk.apply({ type: "complete", summary: "no" });
  assert.is(walk.state.last_rejection?.kind, "require");
  walk.apply({ type: "complete", summary: "ok" });
  walk.answer("fail");
  assert.is(walk.state.iteration, 2);
  walk.apply({ type: "complete", summary: "ok" });
  walk.answer("pass");
  walk.done();
  assert.is(walk.state.status, "completed");
  assert.is(walk.state.summary, "ok");
});

test("complete doesn't overrule a branch, but a loop decision may always end", () => {
  const walk = new Walk(workflowOf('a -> b "AGAIN", end; b -> a', { type: "loop" }));
  assert.throws(() => walk.apply({ type: "complete", summary: "again" }), /its way out is "b"/);
  walk.apply({ type: "complete", summary: "over" });
  assert.is(walk.state.status, "completed");
  const loop = new Walk(
    workflowOf("$n: integer = 1; a(loop_decision) -> a [context.n > 0], b default; b", { type: "loop" }),
  );
  loop.deliver("x");
  loop.apply({ type: "complete", summary: "enough" });
  assert.is(loop.state.status, "completed");
});

test.run();
