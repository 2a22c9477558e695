import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("shadowed-branch", [
  ['a -> b "ALL DONE", c "DONE"; b; c', []],
  ['a -> b "DONE", c "ALL DONE"; b; c', [
    '16 Step "a": branch "ALL DONE" to "c" is never taken: wherever it\'s found, "DONE" is found as well and wins',
  ]],
  ['a -> b "DONE", c "Done"; b; c', [
    '16 Step "a": branch "Done" to "c" is never taken: wherever it\'s found, "DONE" is found as well and wins',
  ]],
  ['a -> b "DONE", c "UNDONE"; b; c', []],
  ["a -> b [cycle_number > 1], c [cycle_number  >  1]; b; c", [
    '31 Step "a": transition to "c" is never taken: the same condition stands before it',
  ]],
  ["a -> b :yes, c :no, c; b; c", ['21 Step "a": next to "c" is never taken: the approval always decides']],
  ["a -> b :yes, c :no; b; c", []],
]);

test.run();
