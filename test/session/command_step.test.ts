import { test } from "uvu";
import * as assert from "uvu/assert";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

/** Notation, the command's answers (exit code, or `?`), the trace. */
const TABLE: [string, (number | "?")[], string][] = [
  ["c(command=make); b", [0], "c b"],
  ["c(command=make); b", [3], "c b"],
  ["c(command=make); b", ["?"], "c expectation_failed"],
  ["c(command=make, expect=success); b", [0], "c b"],
  ["c(command=make, expect=success); b", [1], "c expectation_failed"],
  ["c(command=make, expect=failure); b", [1], "c b"],
  ["c(command=make, expect=failure); b", [0], "c expectation_failed"],
  ["c(command=make, expect=failure); b", ["?"], "c expectation_failed"],
  ['c(command=make) -> d "out"; b; d', [0], "c d"],
  ["c(command=make) -> d; d(command=test); e", [0, 0], "c d e"],
  ['c(command=make, require.contains="never"); b', [0], "c expectation_failed"],
];

for (const [notation, codes, trace] of TABLE) {
  test(`${notation} with ${codes.join(", ")}`, () => {
    const walk = new Walk(workflowOf(notation));
    for (const code of codes) {
      if (code === "?") walk.answer("unevaluable", { why: "program not found" });
      else walk.answer(code === 0 ? "pass" : "fail", { exit_code: code, output: "the out put\n" });
    }
    walk.done();
    assert.is(walk.trace, trace);
  });
}

test("a command step waits for nobody but the host, and its output is stored", () => {
  const walk = new Walk(workflowOf("c(command=make); b"));
  assert.is(walk.state.waiting?.for, "effect");
  assert.throws(() => walk.deliver("x"), /is running the command of step "c"/);
  walk.answer("pass", { output: "built\n" });
  assert.is(walk.state.outputs.c, "built\n");
});

test("an interrupted command halts, and a retry runs it again", () => {
  const walk = new Walk(workflowOf("c(command=push); b"));
  walk.answer("unevaluable", { interrupted: true, why: "the server ended while it ran" });
  assert.is(walk.trace, "c effect_interrupted");
  walk.apply({ type: "retry" });
  walk.answer("pass");
  walk.done();
  assert.is(walk.trace, "c b");
});

test("pause cancels an effect and resume asks for it anew", () => {
  const walk = new Walk(workflowOf("c(command=make); b"));
  const first = walk.state.waiting;
  walk.apply({ type: "pause" });
  assert.is(walk.state.waiting, null);
  walk.apply({ type: "resume" });
  assert.is(walk.state.waiting?.for, "effect");
  assert.not.equal(walk.state.waiting, first);
  walk.answer("pass");
  walk.done();
});

test("a condition that can't be evaluated after a command halts, since no agent can be asked", () => {
  const walk = new Walk(workflowOf("$r: object = {}; c(command=make) -> b [context.r.n > 1], d default; b; d"));
  walk.answer("pass");
  assert.is(walk.trace, "c expectation_failed");
  assert.match(walk.state.halt!.message, "context.r.n > 1");
});

test.run();
