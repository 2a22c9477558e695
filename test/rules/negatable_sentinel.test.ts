import { test } from "uvu";
import * as assert from "uvu/assert";
import { findingsOf, testFindings } from "./findings.ts";

testFindings("negatable-sentinel", [
  ['a(until=DONE); b(until=all_done); c(until="<promise>done</promise>")', []],
  ['a(until="all good")', [
    '9 Step "a": loop.until "all good" is ordinary prose, also found in a sentence that denies it',
  ]],
  ["a(require.until=fertig)", [
    '17 Step "a": require.until "fertig" is ordinary prose, also found in a sentence that denies it',
  ]],
  ['a -> a "needs work", b; b -> c "Übernommen", end; c', [
    '6 Step "a": when "needs work" is ordinary prose, also found in a sentence that denies it',
  ]],
  ['a(until="exit code: 0"); b(until=42)', []],
]);

test("the help offers a token", () => {
  assert.match(findingsOf("negatable-sentinel", 'a(until="all good")')[0].help!, '"ALL_GOOD"');
  assert.match(findingsOf("negatable-sentinel", "a(until=fine)")[0].help!, '"FINE_NOW"');
});

test.run();
