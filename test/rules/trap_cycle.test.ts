import { test } from "uvu";
import * as assert from "uvu/assert";
import { findingsOf, testFindings } from "./findings.ts";

testFindings("trap-cycle", [
  ['a -> b; b -> a "REDO", end', []],
  ['a -> b "X", end; b -> c -> b', ["18 The cycle b -> c -> b can be reached, but no way leads from it to an end"]],
  ['a -> b "X", end; b -> b', ["18 The cycle b -> b can be reached, but no way leads from it to an end"]],
  ['a -> b "X", end; b -> c; c -> c "Y", d; d -> b', [
    "18 The cycle b -> c -> d -> b can be reached, but no way leads from it to an end",
  ]],
  ['a -> b "X", end; b -> c; c -> d -> c', [
    "26 The cycle c -> d -> c can be reached, but no way leads from it to an end",
  ]],
  ["a -> end; b -> c -> b", []],
  ["a -> b -> a", [], { "type": "loop" }],
  ['a -> b "X", end; b -> c -> b', [], { "type": "dag" }],
  ['a -> b "X", end; b -> b "Y", c; c', [], { "type": "loop" }],
  ['a -> b "X", end; b -> c; c -> b "Y", zzzz', [], { "type": "loop" }],
]);

test("the ways around are related places", () => {
  const [found] = findingsOf("trap-cycle", 'a -> b "X", end; b -> c -> b');
  assert.equal(found.related.map((place) => place.message), ['"b" goes to "c" (next)', '"c" goes to "b" (next)']);
});

test.run();
