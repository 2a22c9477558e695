import { test } from "uvu";
import * as assert from "uvu/assert";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { workflowOf } from "../notation.ts";
import { shown, testFindings } from "./findings.ts";

testFindings("target-is-child", [
  ["a; d => x & y; e", []],
  ["a -> x; d => x & y -> end", [
    '6 Step "a": next leads to "x", a parallel child of "d", which is never walked on its own',
  ]],
  ['a -> y "LOOK", d; d => x & y -> end', [
    '6 Step "a": branch "LOOK" leads to "y", a parallel child of "d", which is never walked on its own',
  ]],
]);

test("the repair leads to the dispatcher, and nothing follows from the fault", () => {
  const found = validateGraph(workflowOf("a -> x; d => x & y -> end"));
  assert.equal(found.map((one) => one.code), ["target-is-child"]);
  assert.is(found[0].repair?.title, 'Change "x" to "d"');
});

test("initial_step may not be a child either", () => {
  const workflow = workflowOf("x; d => x & y", { initial: "x" });
  workflow.ranges.initial_step = workflow.steps.x.range;
  assert.equal(validateGraph(workflow).map(shown), [
    '1 initial_step leads to "x", a parallel child of "d", which is never walked on its own',
  ]);
});

test.run();
