import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("bad-schema", [
  ['a(schema={"type":"object","properties":{"n":{"type":"integer"}}})', []],
  ['a(schema={"type":"strin"})', [
    '10 Step "a": schema at /type: "type" wants one or several of string, integer, number, boolean, array, object, null (did you mean "string"?), got "strin"',
  ]],
]);

test.run();
