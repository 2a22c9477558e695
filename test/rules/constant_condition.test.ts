import { test } from "uvu";
import { testPlaces } from "./findings.ts";

testPlaces("constant-condition", [
  ["a -> b [1 > 2], c; b; c", [9]],
  ["a -> b [cycle_number >= 1], c; b; c", [9]],
  ["a -> b [cycle_number > 1], c; b; c", []],
]);

test.run();
