import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { askFor, didYouMean, nearest } from "../../lib/did_you_mean.ts";

test("names are near by what a slip of the fingers or a cut makes of them", () => {
  const known = ["description", "license", "metadata", "name", "model", "allowed-tools"];
  const table: [written: string, near: string[]][] = [
    ["nmae", ["name"]],
    ["NAME", ["name"]],
    ["licence", ["license"]],
    ["desc", ["description"]],
    ["alowed-tool", ["allowed-tools"]],
    ["modle", ["model"]],
    ["mode", ["model"]],
    ["zzz", []],
    ["", []],
    ["name", []],
  ];
  for (const [written, near] of table) assert.equal(nearest(written, known), near, written);
});

test("giving up early on a pair changes no answer", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(name, fc.uniqueArray(name, { maxLength: 6 }), (written, known) => {
      const allowed = Math.max(1, Math.floor(written.length * 0.4));
      const near = known.filter((other) => {
        const short = Math.min(written.length, other.length) >= 3;
        const begins = short && (written.startsWith(other) || other.startsWith(written));
        const distance = begins ? allowed : plainDistance(written, other);
        return other !== written && distance <= allowed && distance < Math.max(written.length, other.length);
      });
      assert.equal(new Set(nearest(written, near)), new Set(nearest(written, known)));
      assert.is(nearest(written, known).length, Math.min(3, near.length));
    }),
    { numRuns: 2000 },
  );
});

test("a question names what is near, and nothing is asked where nothing is", () => {
  assert.is(didYouMean("raeds", ["reads", "rods"]), 'did you mean "reads" or "rods"?');
  assert.is(askFor(["a", "b", "c"]), 'did you mean "a", "b" or "c"?');
  assert.is(askFor([]), "");
});

/** Optimal string alignment by its definition. */
function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j));
  for (let i = 0; i <= a.length; i++) rows[i][0] = i;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.length][b.length];
}

test.run();
