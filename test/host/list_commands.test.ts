import { test } from "uvu";
import * as assert from "uvu/assert";
import { listCommands } from "../../lib/host/list_commands.ts";
import { describeCommand } from "../../lib/host/trust.ts";
import { workflowOf } from "../notation.ts";

test("every kind of command in the declared order, with its options", () => {
  const workflow = workflowOf(
    'z(command="make", timeout=7, expect=failure) -> a; a(gate="npm test", max=4) -> b; b(verify="true", attempts=2); c',
  );
  assert.equal(listCommands(workflow), [
    { step: "z", kind: "command", run: "make", timeout: 7, expect: "failure", executes: [] },
    { step: "a", kind: "gate", run: "npm test", timeout: 300, max: 4, executes: [] },
    { step: "b", kind: "verify", run: "true", timeout: 300, max: 2, executes: [] },
  ]);
});

test("a workflow without commands has none", () => {
  assert.equal(listCommands(workflowOf("a(until=DONE) -> b; d => x & y")), []);
});

test("a command that executes what comes in is marked", () => {
  const [risky] = listCommands(workflowOf('a(command="sh -c \\"$SKILL_INPUT\\"")'));
  assert.equal(risky.executes, [{ variable: "SKILL_INPUT", how: "sh -c" }]);
  assert.is(describeCommand(risky), '- a, command: sh -c "$SKILL_INPUT"\n  executes the value of SKILL_INPUT (sh -c)');
  const [harmless] = listCommands(workflowOf('a(command="grep -- \\"$SKILL_INPUT\\" notes")'));
  assert.equal(harmless.executes, []);
  assert.is(describeCommand(harmless), '- a, command: grep -- "$SKILL_INPUT" notes');
});

test.run();
