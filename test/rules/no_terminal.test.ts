import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("no-terminal", [
  ["a; b", []],
  ["a -> b -> end", [], { "type": "dag" }],
  ["a -> b(terminal)", [], { "type": "dag" }],
  ["a(loop_decision) -> a", [], { "type": "loop" }],
  ["a -> b -> a", [
    '6 No step of this loop workflow ends the run: none has "end: true", none is "terminal" or "loop_decision"',
  ], { "type": "loop" }],
  ["a -> a", [
    '1 No step of this sequential workflow ends the run: none has "end: true", none is "terminal" or "loop_decision"',
  ]],
  ["a -> b; b -> nowhere", [], { "type": "dag" }],
]);

test.run();
