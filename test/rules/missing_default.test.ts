import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("missing-default", [
  ["a -> b [cycle_number > 1]; b", []],
  ['a -> b "X", b default; b -> end', [], { "type": "dag" }],
  ['a -> b "X", b ?; b -> end', [], { "type": "dag" }],
  ["a -> b [cycle_number > 1], end; b -> end", [], { "type": "dag" }],
  ["a(loop_decision) -> a [cycle_number < 9]", [], { "type": "loop" }],
  ['a -> b "X"; b -> end', ['1 Step "a" has no way out where no branch matches'], { "type": "dag" }],
  ["a -> b [cycle_number > 1]; b -> end", [
    '1 Step "a" has no way out where no condition is true, for instance where cycle_number is 1',
  ], { "type": "dag" }],
  ['a -> b "X", b [cycle_number > 1]; b -> end', [
    '1 Step "a" has no way out where no condition is true and no branch matches, for instance where cycle_number is 1',
  ], { "type": "dag" }],
  ["a(until=X) -> b exhausted, b [cycle_number > 1]; b -> end", [
    '1 Step "a" has no way out where no condition is true, for instance where cycle_number is 1',
  ], { "type": "dag" }],
  ['$k: string! in ["a","b"]; a -> b [context.k == "a"], b [context.k == "b"]; b -> end', [], { "type": "dag" }],
  ['$k: string in ["a","b"]; a -> b [context.k == "a"], b [context.k == "b"]; b -> end', [
    '26 Step "a" has no way out where no condition is true, for instance where context.k is unset',
  ], { "type": "dag" }],
  ["a -> b [context.]; b -> end", [], { "type": "dag" }],
  ["d => x & y -> e [size(outputs) > 9]; e -> end", [
    '1 Step "d" has no way out where no condition is true, for instance where size(outputs) is 0',
  ], { "type": "dag" }],
]);

test.run();
