import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("unsatisfiable-contract", [
  ['a(require.last_line_regex="^OK$", require.non_empty)', []],
  ['a(require.last_line_regex="^$", require.non_empty)', [
    '27 Step "a": no text can meet its require: Pattern "^$" matches an empty text only, and non_empty wants one that isn\'t',
  ]],
  ['a(schema={"type":"integer","minimum":3,"maximum":1})', [
    '10 Step "a": no output can meet its schema: "minimum" is 3 and "maximum" is 1: no value lies between',
  ]],
  ['$n: integer; a(schema={"type":"object","properties":{"n":{"type":"string"}},"required":["n"]})', [
    '23 Step "a": its schema wants "n" as string, the variable "n" takes integer only, and what is delivered has to meet both',
  ]],
  ['$n: number; a(schema={"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})', []],
  ['$n: integer; a(schema={"type":"object","properties":{"n":{"type":"string"}}})', []],
  ['$n: integer; d => x(schema={"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}) & y; e', []],
  ['a(schema={"type":"strin","minimum":3,"maximum":1})', []],
  ['a(require.last_line_regex="(")', []],
]);

test.run();
