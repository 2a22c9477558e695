import { test } from "uvu";
import * as assert from "uvu/assert";
import { SessionBusyError, SessionClosedError, StaleInputError } from "../../lib/error.ts";
import { envelope } from "../../lib/session/envelope.ts";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

/** Notation; deliveries and verdicts (`+` pass, `-` fail, `?` unevaluable); the trace; the iteration at the end. */
const TABLE: [string, string, string, number][] = [
  // until alone
  ["a(max=2, until=DONE); b", "no DONE", "a b", 1],
  ["a(max=2, until=DONE); b", "no no", "a b", 1],
  ["a(max=2, until=DONE, on_exhausted=halt); b", "no no", "a loop_exhausted", 2],
  ["a(max=3, until=DONE); b", "no", "a", 2],
  // gate alone
  ["a(max=2, gate=check); b", "x +", "a b", 1],
  ["a(max=2, gate=check); b", "x - x +", "a b", 1],
  ["a(max=2, gate=check); b", "x - x -", "a loop_exhausted", 2],
  ["a(max=2, gate=check, on_exhausted=continue); b", "x - x -", "a b", 1],
  ["a(max=1, gate=check) -> c exhausted, b; b; c", "x -", "a c", 1],
  // gate and until, together, in the same advance
  ["a(max=3, until=DONE, gate=check); b", "DONE - no +", "a", 3],
  ["a(max=3, until=DONE, gate=check); b", "DONE - DONE +", "a b", 1],
  ["a(max=1, until=DONE, gate=check); b", "no +", "a b", 1],
  ["a(max=1, until=DONE, gate=check); b", "DONE -", "a loop_exhausted", 1],
  // unevaluable burns no iteration; the third in a row halts
  ["a(max=2, gate=check); b", "x ?", "a", 1],
  ["a(max=2, gate=check); b", "x ? x ? x ?", "a gate_unevaluable", 1],
  ["a(max=2, gate=check); b", "x ? x ? x - x ? x ?", "a", 2],
  // verify: a loop with only a gate
  ["a(verify=check, attempts=2); b", "x - x -", "a loop_exhausted", 2],
  ["a(verify=check, attempts=2); b", "x - x +", "a b", 1],
  // files, then the gate
  ['a(files="out.txt"); b', "x +", "a b", 1],
  ['a(files="out.txt"); b', "x - x +", "a b", 1],
  ['a(files="out.txt", max=2, gate=check); b', "x + +", "a b", 1],
  ['a(files="out.txt", max=2, gate=check); b', "x - x + +", "a b", 1],
  ['a(files="out.txt", max=2, gate=check); b', "x + - x + -", "a loop_exhausted", 2],
  // a branch and an end after a loop
  ['a(max=2, until=DONE) -> c "SKIP"; b; c', "DONE,SKIP", "a c", 1],
  ["a(max=2, until=DONE) -> end; b", "DONE", "a completed", 1],
  // a loop that is entered again begins anew
  ["a(max=2, gate=check); b -> a", "x - x + y x -", "a b a", 2],
];

for (const [notation, script, trace, iteration] of TABLE) {
  test(`${notation} with ${script}`, () => {
    const walk = new Walk(workflowOf(notation));
    play(walk, script);
    walk.done();
    assert.is(walk.trace, trace);
    assert.is(walk.state.iteration, iteration);
  });
}

function play(walk: Walk, script: string): void {
  for (const word of script.split(" ")) {
    if (word === "+") walk.answer("pass");
    else if (word === "-") walk.answer("fail", { output: "2 checks are red" });
    else if (word === "?") walk.answer("unevaluable", { why: "program not found" });
    else walk.deliver(word.replaceAll(",", " "));
  }
}

test("the agent's word against a red gate", () => {
  const walk = new Walk(workflowOf('mend(max=3, until=DONE, gate="node gate.mjs") -> report; report -> end'));
  for (let i = 1; i <= 3; i++) {
    walk.deliver("DONE");
    walk.answer("fail", { output: "2 checks are red\n" });
    if (i === 3) break;
    const shown = envelope(walk.state);
    assert.equal(shown.complete_by?.iteration, { n: i + 1, max: 3 });
    assert.is(shown.verdict?.exit_code, 1);
    assert.match(shown.verdict!.output, "2 checks are red");
  }
  assert.is(walk.trace, "mend loop_exhausted");
  assert.throws(
    () => walk.deliver("DONE"),
    (error: Error) => error instanceof SessionClosedError && /loop_exhausted/.test(error.message),
  );
  assert.throws(() => walk.apply({ type: "complete" }), SessionClosedErrorNamed);
  walk.apply({ type: "abort", summary: "given up" });
  assert.is(walk.state.status, "aborted");
  assert.is(walk.state.halt?.reason, "loop_exhausted");
  assert.ok(walk.state.gates.mend.exhausted);
  walk.done();
});

function SessionClosedErrorNamed(error: Error): boolean {
  return error instanceof SessionClosedError;
}

test("while a gate runs, a new delivery is busy and a repeated one is the same state", () => {
  const walk = new Walk(workflowOf("a(max=2, gate=check); b"));
  walk.deliver("x");
  const running = walk.state;
  assert.is(walk.apply({ type: "deliver", output: "x", turn: 0 }), running);
  assert.throws(() => walk.deliver("y"), (error: Error) => error instanceof SessionBusyError);
  walk.answer("pass");
  assert.throws(
    () => walk.apply({ type: "effect_result", effect: "e2", verdict: "pass" }),
    (error: Error) => error instanceof SessionClosedError || error instanceof StaleInputError,
  );
});

test("an exhausted gate that a person repairs is asked again, not the agent", () => {
  const walk = new Walk(workflowOf("a(max=1, gate=check); b"));
  walk.deliver("x");
  walk.answer("fail");
  walk.apply({ type: "retry" });
  assert.is(walk.state.waiting?.for, "effect");
  walk.answer("pass");
  walk.done();
  assert.is(walk.trace, "a b");
});

test("a condition that fails after a gate sends the step back instead of throwing", () => {
  const walk = new Walk(workflowOf("$r: object = {}; a(max=2, gate=check) -> b [context.r.n > 1], c default; b; c"));
  walk.deliver("x");
  walk.answer("pass");
  assert.is(walk.state.last_rejection?.kind, "condition");
  assert.is(walk.state.waiting?.for, "delivery");
  walk.deliver("x", { variables: { r: { n: 2 } } });
  walk.answer("pass");
  walk.done();
  assert.is(walk.trace, "a b");
});

test("a notice tells of an exhausted loop once", () => {
  const walk = new Walk(workflowOf("a(max=1, until=DONE); b; c"));
  walk.deliver("no");
  assert.match(walk.state.notices.join(), "loop exhausted");
  walk.deliver("x");
  assert.equal(walk.state.notices, []);
});

test.run();
