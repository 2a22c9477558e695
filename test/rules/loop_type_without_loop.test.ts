import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("loop-type-without-loop", [
  ['a -> b; b -> a "X", end', [], { "type": "loop" }],
  ["a -> b -> end", ['1 The workflow\'s type is "loop", but no step leads to itself or to an earlier step'], {
    "type": "loop",
  }],
  ["a -> b -> end", []],
  ['a -> a "X", end', [], { "type": "loop" }],
  ["a(until=DONE) -> end", ['1 The workflow\'s type is "loop", but no step leads to itself or to an earlier step'], {
    "type": "loop",
  }],
  ['open -> close; close -> opne "X", end', [], { "type": "loop" }],
]);

test.run();
