import { test } from "uvu";
import { testPlaces } from "./findings.ts";

testPlaces("expr-syntax", [
  ["a -> b [1 == 1 or cycle_number > 2], c; b; c", [16]],
  ["a -> b [cycle_number > 2 || output == None], c; b; c", [39]],
  ["a -> b [1 +], b [size(], c; b; c", [11, 22]],
  ["a -> b [cycle_number > 2], c; b; c", []],
]);

test.run();
