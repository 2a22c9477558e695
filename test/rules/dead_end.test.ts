import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("dead-end", [
  ["a -> b; b", []],
  ["a -> b; b", ['9 Step "b" has no way out, and in a dag workflow the declared order is none'], { "type": "dag" }],
  ["a(until=X) -> b exhausted; b -> end", [
    '1 Step "a" has no way out but for on_exhausted, and in a dag workflow the declared order is none',
  ], { "type": "dag" }],
  ["a -> d; d => x & y -> end", [], { "type": "dag" }],
  ["a -> d; d => x & y", ['9 Step "d" has no way out, and in a dag workflow the declared order is none'], {
    "type": "dag",
  }],
  ["a -> zzz; b(terminal)", [], { "type": "dag" }],
  ["a(loop_decision)", [], { "type": "loop" }],
]);

test.run();
