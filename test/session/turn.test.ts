import { test } from "uvu";
import * as assert from "uvu/assert";
import { SessionClosedError, StaleInputError } from "../../lib/error.ts";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

test("an answer to an older envelope is stale, and nothing is stored", () => {
  const walk = new Walk(workflowOf("a; b; c"));
  walk.deliver("amber");
  const error = thrown(() => walk.apply({ type: "deliver", turn: 0, output: "again" }));
  assert.instance(error, StaleInputError);
  assert.equal((error as StaleInputError).data, { session: "wf_test_0000abcd", turn: 0, current_turn: 1, step: "b" });
  assert.not.ok(JSON.stringify(walk.state).includes("again"));
});

test("the same delivery again is the very same state, whatever the time and the order of its keys", () => {
  const walk = new Walk(workflowOf("$n: integer = 0; $m: integer = 0; a; b; c"));
  const state = walk.deliver("amber", { variables: { n: 1, m: 2 } });
  assert.is(
    walk.apply({ type: "deliver", turn: 0, output: "amber", variables: { m: 2, n: 1 }, at: "2027-01-01T00:00:00Z" }),
    state,
  );
  assert.is(walk.state.step, "b");
});

test("deliveries of one turn that differ in anything are told apart, however alike they look", () => {
  const deliveries = [
    {},
    { output: "" },
    { output: "x" },
    { output: ["x"] },
    { output: '["x"]' },
    { output: 1 },
    { output: "1" },
    { output: null },
    { response: "x" },
    { output: "x", response: "x" },
    { output: "xx" },
    { output: "x", response: "xx" },
    { output: "xx", response: "x" },
    { output: "\ud800" },
    { output: "\udc00" },
    { output: "x", variables: {} },
    { output: "x", variables: { n: 1 } },
    { output: "x", variables: { n: 2 } },
    { output: '{"n":1}' },
    { output: { n: 1 } },
    { output: "x", choice: "b" },
  ];
  const digests = new Set(deliveries.map((delivery) => {
    const walk = new Walk(workflowOf("$n: integer = 0; a; b"));
    return walk.deliver(undefined, delivery).last_delivery!.digest;
  }));
  assert.is(digests.size, deliveries.length);
  for (const digest of digests) assert.ok(Number.isSafeInteger(digest) && digest >= 0);
});

test("a repeated delivery that completed the run stays the same state", () => {
  const walk = new Walk(workflowOf("a"));
  const state = walk.deliver("x");
  assert.is(walk.apply({ type: "deliver", turn: 0, output: "x" }), state);
  assert.throws(() => walk.deliver("y"), (error: Error) => error instanceof SessionClosedError);
});

test("a delivery without a turn answers the current one", () => {
  const walk = new Walk(workflowOf("a; b"));
  walk.deliver("x", { turn: undefined });
  assert.is(walk.state.turn, 1);
});

test("going back makes every earlier envelope stale", () => {
  const walk = new Walk(workflowOf("a; b; c"));
  walk.deliver("x");
  walk.apply({ type: "back", step: "a" });
  assert.throws(
    () => walk.apply({ type: "deliver", turn: 0, output: "x" }),
    (error: Error) => error instanceof StaleInputError,
  );
  assert.throws(
    () => walk.apply({ type: "deliver", turn: 1, output: "x" }),
    (error: Error) => error instanceof StaleInputError,
  );
  walk.deliver("x");
  walk.done();
});

test("a rejected delivery uses up its turn", () => {
  const walk = new Walk(workflowOf("a(require.non_empty); b"));
  walk.deliver("");
  assert.is(walk.state.turn, 1);
  assert.is(walk.state.attempts, 1);
  walk.deliver("");
  assert.is(walk.state.attempts, 2);
  walk.deliver("x");
  assert.is(walk.state.attempts, 0);
  walk.done();
});

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test.run();
