/** Diagnostics as people see them: golden files (`update_render.ts` writes them), and laws for any line. */
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { sourceFrame } from "../../lib/cli/source_frame.ts";
import { styleOf } from "../../lib/cli/style.ts";
import { printable, textWidth } from "../../lib/text_width.ts";
import { goldenOf, GOLDENS, renderCases } from "./render_cases.ts";

for (const golden of GOLDENS) {
  test(`${golden.name} columns`, () => {
    const text = renderCases(golden);
    assert.fixture(text, readFileSync(goldenOf(golden.name), "utf8"));
    if (golden.colour) return;
    // The first line of a finding, and of a related place, stays whole: it says where.
    const lines = text.split("\n").filter((line) => !/^ {0,2}[<a-z][a-z.<>]*:\d+:\d+: /.test(line));
    assert.equal(lines.filter((line) => textWidth(line) > golden.width), []);
  });
}

const PIECES = ["a", "é", "e\u0301", "東", "👩‍👩‍👧‍👦", "🇩🇪", "❤️", "한", "\t", " ", "\u0007", "\u200b"];

test("any line: no wider than there is room, and the carets stand under what is meant", () => {
  const piece = fc.constantFrom(...PIECES);
  const text = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(""));
  fc.assert(fc.property(text, text, text, fc.integer({ min: 20, max: 100 }), (before, marked, after, width) => {
    const line = before + marked + after;
    const mark = { from: before.length, to: before.length + marked.length };
    const frame = sourceFrame(line, 1, mark, {
      width,
      gutter: 1,
      style: styleOf(false),
      paint: (text) => `«${text}»`,
    });
    const [source, carets] = frame.map((shown) => shown.split(/[«»]/));
    for (const shown of [source, carets]) assert.ok(textWidth(shown.join("")) <= Math.max(width, 26));
    if (source.length > 1) assert.is(textWidth(carets[0]), textWidth(source[0]));
    assert.is(carets[1].length, Math.max(1, textWidth(source[1] ?? "")));
    if (!source.join("").includes("…")) assert.is(source[1] ?? "", printable(marked.replaceAll("\t", "  ")));
  }));
});

test("a line of a megabyte is looked at only around its mark", () => {
  const line = "word ".repeat(200_000);
  const options = { width: 60, gutter: 1, style: styleOf(false), paint: (text: string) => text };
  for (let i = 0; i < 200; i++) sourceFrame(line, 1, { from: i * 4_500, to: i * 4_500 + 4 }, options);
  const [shown] = sourceFrame(line, 1, { from: 500_000, to: Infinity }, options);
  assert.match(shown, /^ {2}1 │ …[word ]+…$/);
});

const WIDTHS: [text: string, width: number][] = [
  ["", 0],
  ["plain", 5],
  ["東京", 4],
  ["e\u0301", 1],
  ["\u0301", 0],
  ["\u200b\ufeff", 0],
  ["👩‍👩‍👧‍👦", 2],
  ["🇩🇪", 2],
  ["❤️", 2],
  ["한글", 4],
  ["ﾊﾝ", 2],
];

for (const [text, width] of WIDTHS) {
  test(`${JSON.stringify(text)} takes ${width} columns`, () => assert.is(textWidth(text), width));
}

test.run();
