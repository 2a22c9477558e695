import { test } from "uvu";
import * as assert from "uvu/assert";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { workflowOf } from "../notation.ts";
import { findingsOf, testFindings } from "./findings.ts";

testFindings("unknown-start", [
  ["a; b", []],
  ["aa; b", ['1 The initial step "aaa" doesn\'t exist; did you mean "aa"?'], { "initial": "aaa" }],
  ["a; b", ['1 The initial step "zzzz" doesn\'t exist; the steps are "a" and "b"'], { "initial": "zzzz" }],
]);

test("it stands at initial_step and carries the repair", () => {
  const workflow = workflowOf("open; read", { initial: "opne" });
  const at = { line: 5, column: 17, offset: 80 };
  workflow.ranges.initial_step = { start: at, end: { ...at, column: 21, offset: 84 } };
  const [found] = validateGraph(workflow);
  assert.equal(found.range.start, at);
  assert.is(found.repair?.title, 'Change "opne" to "open"');
});

test("nothing is called unreachable from a start that nobody knows", () => {
  assert.equal(findingsOf("unreachable-step", "a -> end; b -> end", { initial: "zzzz" }), []);
});

test.run();
