import { test } from "uvu";
import * as assert from "uvu/assert";
import { InvalidInputError, StaleInputError } from "../../lib/error.ts";
import { envelope } from "../../lib/session/envelope.ts";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

const SHIP = 'draft; check(question="Ship it?") -> ship :yes, draft :no; ship';
const BY = { by: "ada", assurance: "elicited" };

test("an approval waits for a person; free text never decides", () => {
  const walk = new Walk(workflowOf(SHIP));
  walk.deliver("text");
  walk.deliver("checked");
  assert.equal(walk.state.waiting, { for: "approval", step: "check", visit: 1 });
  assert.equal(envelope(walk.state).approval?.labels, ["yes", "no"]);
  assert.throws(() => walk.apply({ type: "deliver", response: "yes" }), /waits for a person's verdict/);
  assert.throws(() => walk.apply({ type: "deliver", choice: "yes" }), /a person runs/);
  walk.apply({ type: "approve", step: "check", visit: 1, choice: "yes", ...BY });
  walk.done();
  assert.is(walk.trace, "draft check ship");
  assert.is(walk.state.approvals.check.by, "ada");
});

test("a rejected approval routes, and the next round needs one of its own", () => {
  const walk = new Walk(workflowOf(SHIP));
  walk.deliver("one");
  walk.deliver("checked");
  walk.apply({ type: "approve", step: "check", visit: 1, choice: "no", ...BY });
  assert.is(walk.trace, "draft check draft");
  walk.deliver("two");
  walk.deliver("checked");
  assert.throws(
    () => walk.apply({ type: "approve", step: "check", visit: 1, choice: "yes", ...BY }),
    (error: Error) => error instanceof StaleInputError,
  );
  walk.apply({ type: "approve", step: "check", visit: 2, choice: "yes", ...BY });
  walk.done();
  assert.is(walk.trace, "draft check draft check ship");
});

test("what isn't a label, or isn't sure enough, is refused", () => {
  const walk = new Walk(workflowOf(SHIP.replace('?")', '?", assurance=out_of_band)')));
  walk.deliver("text");
  walk.deliver("checked");
  for (
    const [choice, assurance, message] of [
      ["perhaps", "out_of_band", /wanted one of "yes", "no"/],
      ["yes", "elicited", /wants the assurance "out_of_band", got "elicited"/],
      ["yes", "reported", /wants the assurance/],
    ] as const
  ) {
    assert.throws(
      () => walk.apply({ type: "approve", step: "check", visit: 1, choice, by: "ada", assurance }),
      (error: Error) => error instanceof InvalidInputError && message.test(error.message),
    );
  }
  assert.equal(walk.state.approvals, {});
});

test("a reported approval may come as the agent's choice", () => {
  const walk = new Walk(workflowOf(SHIP.replace('?")', '?", assurance=reported)')));
  walk.deliver("text");
  walk.deliver("checked");
  walk.deliver(undefined, { choice: "yes", response: "she said yes" });
  walk.done();
  assert.is(walk.trace, "draft check ship");
  assert.is(walk.state.approvals.check.assurance, "reported");
});

test("going back over a gate removes its approval", () => {
  const walk = new Walk(workflowOf(SHIP));
  walk.deliver("text");
  walk.deliver("checked");
  walk.apply({ type: "approve", step: "check", visit: 1, choice: "yes", ...BY });
  walk.apply({ type: "back", step: "draft" });
  assert.equal(walk.state.approvals, {});
  assert.equal(walk.state.outputs, {});
  assert.is(walk.state.step, "draft");
  walk.done();
});

test.run();
