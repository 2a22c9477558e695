import { test } from "uvu";
import { testPlaces } from "./findings.ts";

testPlaces("unknown-field", [
  ['plan -> b [outputs["paln"] == 1], c; b; c', [20]],
  ['plan -> b [visits["plan"] > 1], c; b; c', []],
]);

test.run();
