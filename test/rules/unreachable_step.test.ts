import { test } from "uvu";
import * as assert from "uvu/assert";
import { findingsOf, testFindings } from "./findings.ts";

testFindings("unreachable-step", [
  ["a; b; c", []],
  ["a -> end; b", ['11 Step "b" can\'t be reached from "a"']],
  ['a -> b "X", end; b -> end; c -> a', ['28 Step "c" can\'t be reached from "a"']],
  ["a -> c; b; c", ['9 Step "b" can\'t be reached from "a"']],
  ["x; d => x & y; z", []],
  ["a -> end; d => x & y -> end", ['11 Step "d" can\'t be reached from "a"']],
  ["a(loop_decision) -> a; b -> end", ['24 Step "b" can\'t be reached from "a"'], { "type": "loop" }],
  ["x; d => x & y; z", [], { "initial": "x" }],
  ["a -> opne [true], end; open -> end", []],
  ["a -> zzzzz [true], end; open -> end", ['25 Step "open" can\'t be reached from "a"']],
  ["a; b; c", ['1 Step "a" can\'t be reached from "b"'], { "initial": "b" }],
  ["a(until=X) -> c exhausted, end; b -> end; c -> end", ['33 Step "b" can\'t be reached from "a"']],
]);

test("it says what the step before it does", () => {
  assert.is(
    findingsOf("unreachable-step", "a -> end; b")[0].related[0].message,
    'The step before it, "a", ends the run',
  );
  assert.is(
    findingsOf("unreachable-step", "a -> c; b; c")[0].related[0].message,
    'The step before it, "a", goes to "c" (next)',
  );
});

test.run();
