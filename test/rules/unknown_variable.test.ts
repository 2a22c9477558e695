import { test } from "uvu";
import { testPlaces } from "./findings.ts";

testPlaces("unknown-variable", [
  ["$count: integer!; a -> b [context.cuont > 2], c; b; c", [35]],
  ["$count: integer!; a -> b [count > 2], c; b; c", [27]],
  ['$count: integer!; a -> b [context.get("count") > 2], c; b; c', []],
]);

test.run();
