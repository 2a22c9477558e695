import { test } from "uvu";
import * as assert from "uvu/assert";
import { findingsOf, testFindings } from "./findings.ts";

testFindings("unknown-reference", [
  ['a; b(prompt="{{a}} {{input}} {{ a }}")', []],
  ['a; b(prompt="{{aa}}")', ['14 Step "b" refers to the output of "aa", and there is no such step; did you mean "a"?']],
  ['a; b(prompt="{{zzz}}")', [
    '14 Step "b" refers to the output of "zzz", and there is no such step; the steps are "a" and "b"',
  ]],
  ['$count: integer = 0; a(prompt="{{context.count}} {{context.cuont}}")', [
    '50 Step "a" refers to the variable "cuont", which isn\'t declared in context_schema; did you mean "count"?',
  ]],
  ['a(prompt="{{context.n}}")', [
    '11 Step "a" refers to the variable "n", which isn\'t declared in context_schema; there is no declared variable',
  ]],
  ['d => x & y; e(prompt="{{x}} {{d}}")', [
    '29 Step "e" refers to the output of "d", a dispatcher, which has none of its own; its children have: "x" and "y"',
  ]],
  ['a(prompt="{{__proto__}}")', [
    '11 Step "a" refers to the output of "__proto__", and there is no such step; the only step is "a"',
  ]],
]);

test("in the flat form it is a warning", () => {
  const [found] = findingsOf("unknown-reference", 'a; b(prompt="{{zzz}}")', { form: "flat" });
  assert.is(found.severity, "warning");
  assert.is(findingsOf("unknown-reference", 'a; b(prompt="{{zzz}}")')[0].severity, "error");
});

test.run();
