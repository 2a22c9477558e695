import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("unsupported-schema-keyword", [
  ['a(schema={"type":"string","minLength":3})', []],
  ['a(schema={"type":"string","minLenght":3})', [
    '10 Step "a": schema at /minLenght: "minLenght" isn\'t a keyword of JSON Schema; did you mean "minLength" or "maxLength"?',
  ]],
  ['a(schema={"type":"string","pattern":"^a"})', [
    '10 Step "a": schema at /pattern: "pattern" isn\'t available; check the text\'s last line with require.last_line_regex, or list the values in enum',
  ]],
]);

test.run();
