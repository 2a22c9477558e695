import { test } from "uvu";
import * as assert from "uvu/assert";
import { coverageOf, percentOf, playScenario, readScenario } from "../../lib/scenario/mod.ts";
import { workflowOf } from "../notation.ts";

const workflow = workflowOf(
  '$n: integer = 0; a -> b [context.n > 1], b [context.n > 0], c; b -> d "BACK", end; c(gate="make", on_exhausted=halt) -> d; d => x & y -> a :again, e :on; e(loop_decision) -> a',
);
const play = (yaml: string) => playScenario(workflow, readScenario(yaml).scenario!);
const straight = "steps: [{expect: a, answer: {variables: {n: 1}}}, {expect: b, answer: x}]";
const round =
  "steps: [{expect: a, answer: x}, {expect: c, answer: x, verdicts: [pass]}, {expect: d, answer: {outputs: {x: 1x, y: 1y}}, approve: on}, {expect: e, answer: x, finish: completed}]";

test("nothing walked", () => {
  const { steps, edges } = coverageOf(workflow, []);
  assert.equal([steps.covered, steps.all, steps.missing], [0, 7, workflow.order]);
  assert.equal(edges.missing, [
    ["a", "b"],
    ["a", "c"],
    ["b", "d"],
    ["b", null],
    ["c", "d"],
    ["d", "a"],
    ["d", "e"],
    ["e", "a"],
    ["e", null],
  ]);
  assert.is(percentOf(edges), 0);
});

test("two rules that lead along the same edge are one edge, and the end is one", () => {
  const { steps, edges } = coverageOf(workflow, [play(straight)]);
  assert.equal([steps.covered, edges.covered], [2, 2]);
  assert.equal(
    steps.missing,
    ["d", "x", "y", "c", "e"].sort((a, b) => workflow.order.indexOf(a) - workflow.order.indexOf(b)),
  );
});

test("walks add up, children are entered with their dispatcher", () => {
  const { steps, edges } = coverageOf(workflow, [play(straight), play(round)]);
  assert.equal([steps.covered, steps.missing], [7, []]);
  assert.equal(edges.missing, [["b", "d"], ["d", "a"], ["e", "a"]]);
  assert.is(percentOf(edges), 66);
});

test("a walk that failed counts as far as it came", () => {
  const { steps } = coverageOf(workflow, [play("steps: [{expect: a, answer: x}, {expect: b}]")]);
  assert.is(steps.covered, 2);
});

test("per cent are rounded down, so that 100 means all", () => {
  assert.is(percentOf({ covered: 999, all: 1000, missing: [1] }), 99);
  assert.is(percentOf({ covered: 0, all: 0, missing: [] }), 100);
});

test.run();
