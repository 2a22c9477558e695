import { test } from "uvu";
import { testFindings } from "./findings.ts";

testFindings("bad-pattern", [
  ['a(require.last_line_regex="^VERDICT: (PASS|FAIL)$")', []],
  ['a(require.last_line_regex="(?=x)")', [
    '27 Step "a": Pattern "(?=x)" can\'t be read: invalid or unsupported Perl syntax: "(?="; RE2 has no look-around and no back references',
  ]],
  ['a(require.last_line_regex="(")', ['27 Step "a": Pattern "(" can\'t be read: missing closing ): "("']],
  ['d => x(require.last_line_regex="[") & y; e', ['32 Step "x": Pattern "[" can\'t be read: missing closing ]: "["']],
]);

test.run();
