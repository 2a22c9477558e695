import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("loop-without-stop", [
  ["a -> b -> end", []],
  ['a -> b; b -> a "REDO", end', [
    "14 Nothing bounds the cycle a -> b -> a: it may be walked until max_transitions (1000) halts the run",
  ]],
  ['a -> b; b(interactive) -> a "REDO", end', []],
  ['a -> b; b(loop_decision) -> a "REDO", end', []],
  ["a -> b; b -> a :again, c :ready; c -> end", []],
  ["a -> b; b -> a [cycle_number < 3], end", []],
  ["a -> b; b -> c [visits['a'] > 3], a; c -> end", []],
  ["a -> a [output == 1], end", [
    "6 Nothing bounds the cycle a -> a: it may be walked until max_transitions (20) halts the run",
  ], { "maxTransitions": 20 }],
  ["a(until=DONE, max=3) -> end", []],
  ['a -> end; b -> c; c -> b "X", end', []],
  ['a -> b "X", end; b -> c -> b', []],
  ['a(command=x) -> a "X", end', []],
  ["a; d => x & y -> a [output == 1], e; e -> end", [
    "18 Nothing bounds the cycle a -> d -> a: it may be walked until max_transitions (1000) halts the run",
  ]],
  [
    "a -> a [output == 'visits'], end",
    ["6 Nothing bounds the cycle a -> a: it may be walked until max_transitions (1000) halts the run"],
  ],
]);

test.run();
