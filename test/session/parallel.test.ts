import { test } from "uvu";
import * as assert from "uvu/assert";
import { InvalidInputError } from "../../lib/error.ts";
import { envelope } from "../../lib/session/envelope.ts";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

const LOOKS =
  'left(prompt="Name one risk."); both => left & right(require.non_empty, prompt="Name one chance.") -> sum; sum(prompt="Weigh {{left}} and {{right}}.") -> end';

test("children are never walked on their own, also where one stands first", () => {
  const walk = new Walk(workflowOf(LOOKS));
  assert.is(walk.state.step, "both");
  const shown = envelope(walk.state);
  assert.equal(shown.children?.map((child) => [child.id, child.prompt, child.contract.length]), [
    ["left", "Name one risk.", 0],
    ["right", "Name one chance.", 1],
  ]);
  const refused: [Record<string, unknown>, RegExp][] = [
    [{ output: "both are fine" }, /outputs with one entry per child; missing: "left", "right"/],
    [{ outputs: { left: "rain" } }, /missing: "right"/],
    [{ outputs: { left: "rain", right: "sun", up: "x" } }, /"up" is no child of step "both"/],
  ];
  for (const [input, message] of refused) {
    assert.throws(
      () => walk.apply({ type: "deliver", ...input }),
      (error: Error) => error instanceof InvalidInputError && message.test(error.message),
    );
    assert.equal(walk.state.outputs, {});
    assert.is(walk.state.turn, 0);
  }
  walk.apply({ type: "deliver", outputs: { left: "rain", right: "" } });
  assert.is(walk.state.last_rejection?.child, "right");
  assert.match(walk.state.last_rejection!.problems.join(), "non_empty");
  assert.equal(walk.state.outputs, {});
  walk.apply({ type: "deliver", outputs: { left: "rain", right: "sun" } });
  assert.equal(walk.state.outputs, { left: "rain", right: "sun" });
  assert.is(envelope(walk.state).step?.instructions, "Weigh rain and sun.");
  walk.deliver("go out");
  walk.done();
  assert.is(walk.trace, "both sum completed");
});

test("children hand in their results by ticket, once", () => {
  const walk = new Walk(workflowOf(LOOKS));
  const [left, right] = Object.keys(walk.state.tickets);
  walk.apply({ type: "deliver", child: left, output: "rain" });
  assert.is(walk.state.turn, 0);
  assert.equal(walk.state.waiting, { for: "children", missing: ["right"] });
  const before = walk.state;
  assert.is(walk.apply({ type: "deliver", child: left, output: "hail" }), before);
  assert.throws(() => walk.apply({ type: "deliver", child: "left~9~abcd", output: "x" }), /There is no ticket/);
  assert.throws(() => walk.apply({ type: "deliver", outputs: { left: "snow", right: "sun" } }), /already handed in/);
  walk.apply({ type: "deliver", child: right, output: "" });
  assert.is(walk.state.last_rejection?.child, "right");
  walk.apply({ type: "deliver", child: right, output: "sun" });
  assert.is(walk.trace, "both sum");
  // Late: the step has moved on.
  const moved = walk.state;
  assert.is(walk.apply({ type: "deliver", child: left, output: "late" }), moved);
  assert.is(walk.state.outputs.left, "rain");
  walk.done();
});

test("the rest may come together after some came by ticket", () => {
  const walk = new Walk(workflowOf(LOOKS));
  const [left] = Object.keys(walk.state.tickets);
  walk.apply({ type: "deliver", child: left, output: "rain" });
  walk.apply({ type: "deliver", outputs: { right: "sun" } });
  assert.is(walk.trace, "both sum");
  walk.done();
});

test("a dispatcher's check sends all children out again with new tickets", () => {
  const walk = new Walk(workflowOf("d(verify=check, attempts=2) => x & y -> end"));
  const first = Object.keys(walk.state.tickets);
  walk.apply({ type: "deliver", outputs: { x: "1", y: "2" } });
  walk.answer("fail");
  assert.is(walk.state.iteration, 2);
  const second = Object.keys(walk.state.tickets);
  assert.is(second.length, 2);
  assert.not.ok(second.some((ticket) => first.includes(ticket)));
  const before = walk.state;
  assert.is(walk.apply({ type: "deliver", child: first[0], output: "late" }), before);
  walk.apply({ type: "deliver", outputs: { x: "1", y: "2" } });
  walk.answer("pass");
  walk.done();
  assert.is(walk.trace, "d completed");
});

test("a dispatcher takes no step_output and an agent's step no outputs", () => {
  const walk = new Walk(workflowOf("d => x & y; e"));
  assert.throws(
    () => walk.apply({ type: "deliver", output: "a", outputs: { x: "1", y: "2" } }),
    /"step_output" can't be sent now/,
  );
  walk.apply({ type: "deliver", outputs: { x: { ok: true }, y: "2" } });
  assert.equal(walk.state.outputs.x, { ok: true });
  assert.throws(() => walk.apply({ type: "deliver", outputs: { x: "1" } }), /"outputs" can't be sent now/);
});

test.run();
