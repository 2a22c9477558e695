import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("no-progress-cycle", [
  ["a(command=x) -> b [true]; b -> a [output == 1], c; c -> end", []],
  ['a(command=x) -> b; b(command=y) -> a "REDO", c; c -> end', [
    "1 The commands of the cycle a -> b -> a would run one after the other without a pause",
  ]],
  ['a(command=x) -> a "AGAIN", b; b', [
    "1 The commands of the cycle a -> a would run one after the other without a pause",
  ]],
  ["a(command=x); b(command=y); c", []],
]);

test.run();
