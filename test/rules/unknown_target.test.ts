import { test } from "uvu";
import * as assert from "uvu/assert";
import { findingsOf, testFindings } from "./findings.ts";

testFindings("unknown-target", [
  ["a -> b; b -> end", []],
  ["a -> bb; b -> end", ['6 Step "a": next names step "bb", which doesn\'t exist; did you mean "b"?']],
  ["a -> reads [true], binn default; read -> end; bin -> end", [
    '6 Step "a": transition names step "reads", which doesn\'t exist; did you mean "read"?',
    '20 Step "a": default names step "binn", which doesn\'t exist; did you mean "bin"?',
  ]],
  ['a -> zzz "WORD"; b', [
    '6 Step "a": branch "WORD" names step "zzz", which doesn\'t exist; the steps are "a" and "b"',
  ]],
  ["a -> b :yes, zz :no; b", [
    '14 Step "a": choice "no" names step "zz", which doesn\'t exist; the steps are "a" and "b"',
  ]],
  ["a -> zz ?, b ?; b", [
    '6 Step "a": bare transition names step "zz", which doesn\'t exist; the steps are "a" and "b"',
  ]],
  ["a(until=DONE) -> q exhausted, b; b", [
    '18 Step "a": on_exhausted names step "q", which doesn\'t exist; the steps are "a" and "b"',
  ]],
  ["a; d => x & !wax; b", [
    '14 Step "d": child names step "wax", which doesn\'t exist; the steps are "a", "d", "x" and "b"',
  ]],
  ["a -> qqq", ['6 Step "a": next names step "qqq", which doesn\'t exist; the only step is "a"']],
  ["a -> __proto__; b", ['6 Step "a": next names step "__proto__", which doesn\'t exist; the steps are "a" and "b"']],
]);

test("one near name is a machine repair, several are none", () => {
  const [one] = findingsOf("unknown-target", "a -> bb; b -> end");
  assert.is(one.repair?.title, 'Change "bb" to "b"');
  assert.equal(one.repair?.edits, [{ file: "notation", range: one.range, text: "b" }]);
  const [two] = findingsOf("unknown-target", "a -> stepx; step1; step2");
  assert.match(two.message, 'did you mean "step1" or "step2"?');
  assert.is(two.repair, undefined);
});

test("a repaired id that YAML would read as a number is quoted", () => {
  const [found] = findingsOf("unknown-target", "a -> 111x; 1111");
  assert.is(found.repair?.edits[0].text, '"1111"');
});

test("a word for the end gets advice", () => {
  assert.match(findingsOf("unknown-target", "a -> done", { type: "dag" })[0].help!, "end: true");
});

test("long lists of steps are cut", () => {
  const notation = Array.from({ length: 30 }, (_, i) => `step-${i}`).join("; ") + "; last -> qqqqqqq";
  assert.match(findingsOf("unknown-target", notation)[0].message, '"step-7", … (31 in all)');
});

test.run();
