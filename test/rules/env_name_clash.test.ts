import { test } from "uvu";
import * as assert from "uvu/assert";
import { findingsOf, testFindings } from "./findings.ts";

testFindings("env-name-clash", [
  ["a; b; a-b", []],
  ["a-b; a_b; A.b", [
    '6 Steps "a-b" and "a_b" share the environment variable SKILL_OUT_A_B',
    '11 Steps "a-b" and "A.b" share the environment variable SKILL_OUT_A_B',
  ]],
  ["a; a-file", ['4 Steps "a" and "a-file" share the environment variable SKILL_OUT_A_FILE']],
  ["a-file; a", ['9 Steps "a-file" and "a" share the environment variable SKILL_OUT_A_FILE']],
  ["d => x.1 & x_1; e", ['12 Steps "x.1" and "x_1" share the environment variable SKILL_OUT_X_1']],
]);

test("the other step is a related place", () => {
  const [found] = findingsOf("env-name-clash", "a-b; a_b");
  assert.equal(found.related.map(({ message, range }) => [message, range.start.column]), [['Step "a-b"', 1]]);
});

test.run();
