import { test } from "uvu";
import { testPlaces } from "./findings.ts";

testPlaces("type-mismatch", [
  ['$n: integer!; a -> b [context.n > "x"], c; b; c', [23]],
  ["$n: integer!; a -> b [context.n], c; b; c", [23]],
  ["$n: integer!; a -> b [context.n > 1], c; b; c", []],
]);

test.run();
