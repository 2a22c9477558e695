import { test } from "uvu";
import * as assert from "uvu/assert";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { workflowOf } from "../notation.ts";
import { testFindings } from "./findings.ts";

testFindings("reference-not-on-every-path", [
  ['a; b(prompt="{{a}}")', []],
  ['a -> c "SKIP", b; b; c(prompt="{{a}} {{b}}")', [
    '38 Step "c" refers to the output of "b", which isn\'t produced on every path to it: a -> c comes without it',
  ]],
  ['a(prompt="{{a}}")', ["11 Step \"a\" refers to its own output, which doesn't exist when it's first entered"]],
  ['a; d => x & y(prompt="{{a}} {{x}}"); e(prompt="{{x}} {{y}}")', [
    '29 Step "y" refers to the output of "x", which isn\'t produced on every path to it: a -> d comes without it',
  ]],
  ['x; d => x & y; e(prompt="{{x}}")', []],
  ['a -> d "X", e; d => x & y; e(prompt="{{x}}")', [
    '38 Step "e" refers to the output of "x", which isn\'t produced on every path to it: a -> e comes without it',
  ]],
  ['a(prompt="{{b}}"); b -> a "REDO", end', [
    '11 Step "a" refers to the output of "b", which isn\'t produced on every path to it: a comes without it',
  ]],
  ['a; b -> b "AGAIN", c; c(prompt="{{b}} {{a}}")', []],
  ['a -> b "B", c "C", end; b -> d; c -> d; d(prompt="{{b}} {{a}}")', [
    '51 Step "d" refers to the output of "b", which isn\'t produced on every path to it: a -> c -> d comes without it',
  ]],
  ['a -> end; b(prompt="{{a}}")', []],
  ['a; b(prompt="{{zzz}} {{context.q}}")', []],
]);

test("ten thousand references cost neither a search nor a comparison each", () => {
  const count = 10_000;
  const steps = Array.from({ length: count }, (_, i) => `s${i}(prompt="{{s${(i * 7919 + 1) % count}}}")`);
  const workflow = workflowOf(steps.join(";"));
  const started = performance.now();
  assert.ok(validateGraph(workflow).length > 1_000);
  assert.ok(performance.now() - started < 3_000);
});

test.run();
