import { test } from "uvu";
import { testPlaces } from "./findings.ts";

testPlaces("possibly-unset", [
  ["$n: integer; a -> b [context.n > 1], c; b; c", [22]],
  ["$n: integer = 0; a -> b [context.n > 1], c; b; c", []],
  ["$n: integer; a -> b [context.n != null && context.n > 1], c; b; c", []],
]);

test.run();
