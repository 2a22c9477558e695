import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { indexLines } from "../../lib/skill/line_index.ts";

test("counts LF, CR LF and a lone CR as one line end each", () => {
  const table: [text: string, offset: number, line: number, column: number][] = [
    ["", 0, 1, 1],
    ["ab", 2, 1, 3],
    ["a\nb", 1, 1, 2],
    ["a\nb", 2, 2, 1],
    ["a\r\nb", 2, 1, 3],
    ["a\r\nb", 3, 2, 1],
    ["a\rb", 2, 2, 1],
    ["\r\r\n\n", 4, 4, 1],
    ["\tx", 1, 1, 2],
    ["😀x", 2, 1, 3],
    ["a", 99, 1, 2],
    ["a", -1, 1, 1],
  ];
  for (const [text, offset, line, column] of table) {
    const found = indexLines(text).position(offset);
    assert.equal([found.line, found.column], [line, column], JSON.stringify([text, offset]));
  }
});

test("counts on from where a text was cut out of its file", () => {
  const lines = indexLines("ab\ncd", { line: 7, column: 5, offset: 100 });
  assert.equal(lines.position(1), { line: 7, column: 6, offset: 101 });
  assert.equal(lines.range(3, 5), {
    start: { line: 8, column: 1, offset: 103 },
    end: { line: 8, column: 3, offset: 105 },
  });
});

test("ends a line before its line end", () => {
  const lines = indexLines("ab\r\n\r\ncd\re\n");
  assert.equal([0, 1, 2, 3, 4].map((line) => lines.endOf(line)), [2, 4, 8, 10, 11]);
});

test("finds the way back from every place", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\r\n", "é", "😀", " ") });
  fc.assert(fc.property(text, fc.nat(200), (text, at) => {
    const lines = indexLines(text);
    const offset = Math.min(at, text.length);
    const place = lines.position(offset);
    assert.is(lines.starts[place.line - 1] + place.column - 1, offset);
    assert.is(place.offset, offset);
    assert.is(lines.lineAt(offset), place.line - 1);
    assert.is(text.split(/\r\n|\r|\n/).length, lines.starts.length);
    assert.equal(text.split(/\r\n|\r|\n/), lines.starts.map((start, line) => text.slice(start, lines.endOf(line))));
  }));
});

test.run();
