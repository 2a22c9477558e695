import { test } from "uvu";
import * as assert from "uvu/assert";
import * as fc from "fast-check";
import { LIMITS } from "../../lib/limits.ts";
import { containsSentinel } from "../../lib/workflow/sentinel.ts";

/** Text, sentinel, whether it stands there. */
const ROWS: [text: string, sentinel: string, found: boolean][] = [
  ["DONE", "DONE", true],
  ["done", "DONE", true],
  ["All is Done.", "DONE", true],
  ["**DONE**", "done", true],
  ["`DONE`", "DONE", true],
  ["It's DONE!", "DONE", true],
  ["DONE\n", "DONE", true],
  ["x\nDONE", "DONE", true],
  ["NOT-DONE", "DONE", true],
  ["UNDONE", "DONE", false],
  ["DONE1", "DONE", false],
  ["1DONE", "DONE", false],
  ["DONE_", "DONE", false],
  ["_DONE_", "DONE", false],
  ["ALL_DONE", "ALL_DONE", true],
  ["UNDONE DONE", "DONE", true],
  ["DONEDONE", "DONE", false],
  ["DONE", "", false],
  ["DONE", "  ", false],
  ["", "DONE", false],
  ["", "", false],
  ["the verdict: PASS", "VERDICT: PASS", true],
  ["VERDICT:  PASS", "VERDICT: PASS", true],
  ["VERDICT:\n\tPASS", "VERDICT: PASS", true],
  ["VERDICT: PASSED", "VERDICT: PASS", false],
  ["VERDICT:PASS", "VERDICT: PASS", false],
  ["all resolved", "  all   resolved ", true],
  ["not all resolved", "all resolved", true],
  ["a[OK]b", "[OK]", true],
  ["x OK] y", "OK]", true],
  ["xOK] y", "OK]", false],
  ["100 %", "%", true],
  ["ça marche: TERMINÉ", "terminé", true],
  ["TERMINE\u0301", "terminé", true],
  ["TERMINE\u0301", "TERMINE", false],
  ["TERMINÉE", "TERMINÉ", false],
  ["éDONE", "DONE", false],
  ["DONEé", "DONE", false],
  ["готово", "ГОТОВО", true],
  ["неготово", "готово", false],
  ["完了", "完了", true],
  ["未完了", "完了", false],
  ["😀DONE😀", "DONE", true],
  ["𝐀DONE", "DONE", false],
  ["DONE𝐀", "DONE", false],
  ["DONE١", "DONE", false],
  ["हिन्दी", "हिन्द", false],
  ["✅", "✅", true],
  ["\ud83dDONE", "DONE", true],
  ["aab", "ab", false],
  ["a ab", "ab", true],
  ["abab ab", "ab", true],
];

for (const [text, sentinel, found] of ROWS) {
  test(`${JSON.stringify(sentinel)} in ${JSON.stringify(text)}`, () => {
    assert.is(containsSentinel(text, sentinel), found);
  });
}

test("a sentinel past the limit stands nowhere", () => {
  const word = "x".repeat(LIMITS.sentinel);
  assert.is(containsSentinel(word, word), true);
  assert.is(containsSentinel(`${word}x`, `${word}x`), false);
});

test("the search agrees with a search for words", () => {
  const text = fc.array(fc.constantFrom("a", "b", "A", " ", "\n", "_", "-", "é"), { maxLength: 20 }).map((units) =>
    units.join("")
  );
  const word = fc.array(fc.constantFrom("a", "b", "_"), { minLength: 1, maxLength: 3 }).map((units) => units.join(""));
  fc.assert(fc.property(text, word, (text, word) => {
    const words = text.toLowerCase().split(/[\s-]+/);
    assert.is(containsSentinel(text, word), words.includes(word), `${JSON.stringify(word)} in ${JSON.stringify(text)}`);
  }));
});

test("a text that nearly matches everywhere takes time in proportion to its length", () => {
  const time = (length: number): number => {
    const text = "a".repeat(length);
    const started = performance.now();
    containsSentinel(text, "a".repeat(150));
    containsSentinel(text, `${"a".repeat(150)}b`);
    containsSentinel(" ".repeat(length), "a b");
    return performance.now() - started;
  };
  time(10_000);
  const [small, large] = [time(50_000), time(800_000)];
  assert.ok(
    large < 16 * 8 * Math.max(small, 2),
    `${small.toFixed(1)} ms, and ${large.toFixed(1)} ms for 16 times as much`,
  );
});

test.run();
