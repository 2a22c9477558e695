import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("cycle-in-dag", [
  ["a -> b -> c -> end", [], { "type": "dag" }],
  ['a -> b "X", end; b -> c -> b', ['28 The workflow\'s type is "dag", but b -> c -> b is a cycle'], { "type": "dag" }],
  ['a -> a "X", end', ['6 The workflow\'s type is "dag", but a -> a is a cycle'], { "type": "dag" }],
  ['a -> b; b -> a "X", end', []],
  ['a -> a "X", b; b -> b "Y", end', [
    '6 The workflow\'s type is "dag", but a -> a is a cycle',
    '21 The workflow\'s type is "dag", but b -> b is a cycle',
  ], { "type": "dag" }],
  ['a -> b "X", c "Y", d; b -> d; c -> d; d -> end', [], { "type": "dag" }],
  ["a(until=DONE) -> a exhausted, b; b -> end", ['18 The workflow\'s type is "dag", but a -> a is a cycle'], {
    "type": "dag",
  }],
]);

test.run();
