import { test } from "uvu";
import * as assert from "uvu/assert";
import { exitsOf, type NotationOptions, workflowOf } from "./notation.ts";

const EXITS: [string, string, NotationOptions?][] = [
  ["a -> b; b -> end", "a>b(next) b>.(end)"],
  ["a -> b -> end", "a>b(next) b>.(end)"],
  ["a; b", "a>b(successor) b>.(end)"],
  ["a; b", "", { type: "dag" }],
  ["a -> b [context.n > 1]; b -> end", "a>b(condition) a>b(successor) b>.(end)"],
  ["a -> b ?, c ?; b -> end; c", "a>b(choice) a>c(choice) b>.(end) c>.(end)"],
  ['a -> c "FAST TRACK", b default; b; c', "a>c(branch) a>b(default) b>c(successor) c>.(end)"],
  ["a -> b :yes, a :no; b(terminal)", "a>b(approval) a>a(approval) b>.(end)"],
  ["a(until=DONE) -> c exhausted, b; b -> end; c -> end", "a>b(next) a>c(exhausted) b>.(end) c>.(end)"],
  ["x; d => x & y; z", "d>z(successor) z>.(end)"],
  ["a(loop_decision) -> a; b", "a>a(next) a>.(end)", { type: "loop" }],
];

for (const [notation, expected, options] of EXITS) {
  test(`ways out of ${notation}`, () => {
    assert.is(exitsOf(workflowOf(notation, options)), expected);
  });
}

test("children are declared where they are first mentioned and know their dispatcher", () => {
  const workflow = workflowOf("x; d => x & y(require.non_empty) & !z; e");
  assert.equal(workflow.order, ["x", "d", "y", "e"]);
  assert.is(workflow.initial, "d");
  assert.equal(workflow.order.map((id) => workflow.steps[id].kind), ["child", "dispatcher", "child", "agent"]);
  assert.is(workflow.steps.y.dispatcher, "d");
  assert.is(workflow.steps.y.require?.nonEmpty, true);
  assert.equal(workflow.steps.d.children?.map((c) => c.id), ["x", "y", "z"]);
});

test("attributes", () => {
  const { steps } = workflowOf(
    'a(interactive, max=2, until="all good", gate="npm test", timeout=5, mandated=Read | Grep) -> end\n' +
      'b(command="make all", expect=failure); c(verify="make", attempts=1, schema={"type": "object", "required": ["n"]})',
  );
  assert.is(steps.a.type, "interactive");
  assert.is(steps.a.loop?.until, "all good");
  assert.is(steps.a.loop?.gate?.timeout, 5);
  assert.equal(steps.a.mandatedTools, ["Read", "Grep"]);
  assert.is(steps.b.kind, "command");
  assert.is(steps.b.command?.run, "make all");
  assert.is(steps.c.loop?.from, "verify");
  assert.equal(steps.c.schema?.value, { type: "object", required: ["n"] });
});

test("variables, and attributes inside a chain", () => {
  const workflow = workflowOf('$n: integer! = 0; $kind: string in ["a", "b"]; a -> b(terminal)');
  assert.is(workflow.variables.n.default, 0);
  assert.is(workflow.variables.n.required, true);
  assert.equal(workflow.variables.kind.enum, ["a", "b"]);
  assert.is(workflow.steps.b.type, "terminal");
});

test("places are places in the text", () => {
  const workflow = workflowOf('a -> bb;\n  b(prompt="x {{a}}") -> end');
  assert.equal(workflow.steps.a.exits[0].range.start, { line: 1, column: 6, offset: 5 });
  assert.equal(workflow.steps.b.range.start, { line: 2, column: 3, offset: 11 });
  assert.equal(workflow.steps.b.references[0].range.start, { line: 2, column: 15, offset: 23 });
});

test("what doesn't parse throws", () => {
  assert.throws(() => workflowOf("a -> "), /a name wanted/);
  assert.throws(() => workflowOf("a(colour=red)"), /unknown attribute "colour"/);
});

test.run();
