import { test } from "uvu";
import * as assert from "uvu/assert";
import { exitsOf } from "../notation.ts";
import { workflowIn } from "./compile_text.ts";

/** YAML of the keys of step a, and the ways out of all steps; `b` and `c` stand after it. */
const EXITS: [name: string, keys: string, expected: string, type?: string][] = [
  ["nothing", "", "a>b(successor)"],
  ["nothing in a dag", "", "", "dag"],
  ["nothing in a loop", "", "", "loop"],
  ["next", "next: c", "a>c(next)"],
  ["end", "end: true", "a>.(end)"],
  ["end: false", "end: false", "a>b(successor)"],
  ["terminal", "step_type: terminal", "a>.(end)"],
  ["terminal with end", "{step_type: terminal, end: true}", "a>.(end)"],
  ["branch", "branch: [{when: X, goto: c}]", "a>c(branch) a>b(successor)"],
  ["branch in a dag", "branch: [{when: X, goto: c}]", "a>c(branch)", "dag"],
  ["branch and end", "{branch: [{when: X, goto: c}], end: true}", "a>c(branch) a>.(end)"],
  ["condition", "transitions: [{condition: 'true', target: c}]", "a>c(condition) a>b(successor)"],
  [
    "condition, default, next",
    "{next: b, transitions: [{default: a}, {condition: 'true', target: c}]}",
    "a>c(condition) a>a(default) a>b(next)",
  ],
  ["one bare target", "transitions: [{target: c}]", "a>c(default)"],
  ["two bare targets", "transitions: [{target: b}, {target: c}]", "a>b(choice) a>c(choice)"],
  ["bare target and default", "transitions: [{target: b}, {default: c}]", "a>b(choice) a>c(default)"],
  [
    "bare targets and end",
    "{transitions: [{target: b}, {target: c}], end: true}",
    "a>b(choice) a>c(choice) a>.(end)",
  ],
  ["approval", "approval: {question: Sure?, choices: {yes: c, no: a}}", "a>c(approval) a>a(approval)"],
  ["loop_decision with next", "{step_type: loop_decision, next: a}", "a>a(next) a>.(end)", "loop"],
  ["loop_decision in order", "step_type: loop_decision", "a>b(successor) a>.(end)"],
  ["loop_decision with end", "{step_type: loop_decision, end: true}", "a>.(end)"],
  ["exhausted loop", "loop: {until: X, on_exhausted: c}", "a>b(successor) a>c(exhausted)"],
  ["exhausted verify", "verify: {command: make, on_exhausted: c}", "a>b(successor) a>c(exhausted)"],
  ["halt isn't a step", "loop: {until: X, on_exhausted: halt}", "a>b(successor)"],
  ["a target that doesn't exist", "next: nowhere", "a>nowhere(next)"],
  [
    "every kind in its order",
    "{loop: {until: X, on_exhausted: c}, next: b, branch: [{when: X, goto: c}], " +
    "transitions: [{target: b}, {condition: 'true', target: c}, {target: c}]}",
    "a>c(branch) a>c(condition) a>b(choice) a>c(choice) a>b(next) a>c(exhausted)",
  ],
];

for (const [name, keys, expected, type = "sequential"] of EXITS) {
  test(`ways out: ${name}`, () => {
    const own = keys.startsWith("{") ? keys.slice(1, -1) : keys;
    const workflow = workflowIn(
      `type: ${type}\nsteps:\n- {id: a, prompt: A.${own && `, ${own}`}}\n- {id: b, prompt: B., end: true}\n` +
        "- {id: c, prompt: C., end: true}\n",
    );
    assert.is(exitsOf(workflow).replace(/ ?b>\.\(end\) c>\.\(end\)$/, ""), expected);
  });
}

test("children are skipped, before and after their dispatcher, and have no way out", () => {
  const workflow = workflowIn(`steps:
- {id: left, prompt: L.}
- {id: both, parallel: [left, right]}
- {id: right, prompt: R.}
- {id: sum, prompt: S.}
`);
  assert.is(workflow.initial, "both");
  assert.is(exitsOf(workflow), "both>sum(successor) sum>.(end)");
  assert.equal(workflow.order, ["left", "both", "right", "sum"]);
  assert.equal(workflow.order.map((id) => workflow.steps[id].kind), ["child", "dispatcher", "child", "agent"]);
  assert.equal(workflow.order.map((id) => workflow.steps[id].dispatcher), ["both", undefined, "both", undefined]);
  assert.equal(workflow.steps.both.children!.map((child) => child.id), ["left", "right"]);
});

test("the last walked step of a sequential workflow ends it, also where children follow", () => {
  const workflow = workflowIn("steps:\n- {id: d, parallel: [x]}\n- {id: x, prompt: X.}\n");
  assert.is(exitsOf(workflow), "d>.(end)");
  assert.is(workflow.steps.d.exits[0].implied, true);
});

test("only what the author didn't write is implied", () => {
  const { a, b } = workflowIn("steps:\n- {id: a, prompt: A.}\n- {id: b, prompt: B., end: true}\n").steps;
  assert.is(a.exits[0].implied, true);
  assert.is(b.exits[0].implied, undefined);
});

test("ways out carry what decides them", () => {
  const { exits } = workflowIn(`context_schema: {n: {type: int}}
steps:
- id: a
  prompt: A.
  branch: [{when: "all good", goto: b}]
  transitions:
  - {condition: context.n > 1, target: b}
- {id: b, prompt: B.}
`).steps.a;
  assert.is(exits[0].when, "all good");
  assert.is(exits[1].condition!.text, "context.n > 1");
});

test.run();
