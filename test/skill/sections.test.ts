import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { findSections } from "../../lib/skill/sections.ts";
import { sectionParts, sectionText } from "../../lib/skill/section_text.ts";

const lines = (text: string) => findSections(text).map(({ line }) => line);

test("finds ATX and underlined headings", () => {
  const table: [text: string, found: string[]][] = [
    ["", []],
    ["# A\n", ["# A"]],
    ["# A\r\n## B ##  \r\n### C #\r\n", ["# A", "## B ##", "### C #"]],
    ["#\n# \n####### seven\n#no\n", ["#", "#"]],
    ["   ###   A   b\n    # code\n", ["###   A   b"]],
    ["A\n===\nB\n---\n", ["# A", "## B"]],
    ["A\n  b  \n===\n", ["# A b"]],
    ["A\r\n===\r\n", ["# A"]],
    ["---\n\n***\n", []],
    ["A\r# B\rC\r-\r", ["# B", "## C"]],
    ["| a | b |\n|---|---|\n| c | d |\n---\n", []],
    ["## Étape 3.1 : *café* `x` 😀\n", ["## Étape 3.1 : *café* `x` 😀"]],
  ];
  for (const [text, found] of table) assert.equal(lines(text), found, JSON.stringify(text));
});

test("takes nothing for a heading that only looks like one", () => {
  const table: [text: string, found: string[]][] = [
    ["```\n# A\n```\n# B\n", ["# B"]],
    ["````\n```\n# A\n```\n````\n# B\n", ["# B"]],
    ["~~~ md\n# A\n```\n~~~\n# B\n", ["# B"]],
    ["```\n# A\n", []],
    ["<!--\n# A\n\n# B\n-->\n# C\n", ["# C"]],
    ["<!-- # A -->\n# B\n", ["# B"]],
    ["<!--\n# A\n", []],
    ["> # A\n> text\n# B\n", ["# B"]],
    ["- # A\n- b\n\n  # C\n\n# D\n", ["# D"]],
    ["1. a\n\n   ## B\n\nc\n", []],
    ["<details>\n# A\n</details>\n\n# B\n", ["# B"]],
    ["<pre>\n# A\n\n# B\n</pre>\n# C\n", ["# C"]],
    ["    # A\n\n\t# B\n", []],
    ["text <!--\n# A\n-->\n", ["# A"]],
    ["\\# A\n", []],
  ];
  for (const [text, found] of table) assert.equal(lines(text), found, JSON.stringify(text));
});

test("a section runs to the next heading of its rank or a higher one", () => {
  const text = "intro\n# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\ne";
  const sections = findSections(text);
  assert.equal(sections.map(({ heading, rank, text, parent }) => [heading, rank, text, parent]), [
    ["A", 1, "a\n## B\nb\n### C\nc\n## D\nd\n", -1],
    ["B", 2, "b\n### C\nc\n", 0],
    ["C", 3, "c\n", 1],
    ["D", 2, "d\n", 0],
    ["E", 1, "e", -1],
  ]);
  assert.equal(findSections("### A\na\n# B\n## C\n").map(({ parent, text }) => [parent, text]), [
    [-1, "a\n"],
    [-1, "## C\n"],
    [1, ""],
  ]);
});

test("places are those of the whole file", () => {
  const head = "---\r\nname: a\r\n---\r\n\r\n";
  const text = `${head}  ## A\r\na\r\n\r\nB\r\nc\r\n===\r\nd`;
  const [a, b] = findSections(text, head.length);
  assert.equal(a.range.start, { line: 5, column: 3, offset: head.length + 2 });
  assert.is(text.slice(a.range.start.offset, a.range.end.offset), "## A");
  assert.is(a.text, "a\r\n\r\n");
  assert.is(text.slice(b.range.start.offset, b.range.end.offset), "B\r\nc");
  assert.is(b.line, "# B c");
  assert.is(text.slice(b.start), "d");
});

test("gives a step its section without those of other steps", () => {
  const text = "# A\n\none\n\n## B\ntwo\n### C\nthree\n## D\nfour\n\n# E\n";
  const sections = findSections(text);
  const table: [index: number, owned: number[], text: string][] = [
    [0, [], "one\n\n## B\ntwo\n### C\nthree\n## D\nfour"],
    [0, [0], "one\n\n## B\ntwo\n### C\nthree\n## D\nfour"],
    [0, [1], "one\n\n## D\nfour"],
    [0, [2], "one\n\n## B\ntwo\n## D\nfour"],
    [0, [2, 1, 1, 4], "one\n\n## D\nfour"],
    [0, [1, 2, 3], "one"],
    [1, [0, 1, 2, 3], "two"],
    [4, [0], ""],
  ];
  for (const [index, owned, wanted] of table) {
    assert.is(sectionText(sections, index, owned), wanted, JSON.stringify([index, owned]));
  }
  assert.equal(sectionParts(sections, 0, [1, 3]).map(({ start, end }) => text.slice(start, end)), ["\none\n\n"]);
  assert.equal(sectionParts(sections, 4, []), []);
});

test("keeps the indentation of the first line, and LF alone at line ends", () => {
  const table: [text: string, wanted: string][] = [
    ["# A\r\n \r\n    code\r\n  more  \r\n\r\n", "    code\n  more"],
    ["# A\n  x", "  x"],
    ["# A\n\n \n", ""],
    ["# A\rx\ry", "x\ny"],
  ];
  for (const [text, wanted] of table) assert.is(sectionText(findSections(text), 0, []), wanted, JSON.stringify(text));
});

test("every place holds what is claimed of it", () => {
  const line = fc.constantFrom(
    "# A",
    "## B ##",
    "   ### C",
    "text",
    "===",
    "---",
    "```",
    "~~~",
    "> # q",
    "- # l",
    "<!--",
    "-->",
    "",
    "  ",
    "\t# t",
    "é😀",
  );
  const text = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r")), { maxLength: 30 });
  fc.assert(
    fc.property(text, fc.nat(5), (pairs, cut) => {
      const text = pairs.flat().join("");
      const from = pairs.slice(0, cut).flat().join("").length;
      // A CR and an LF that meet at the cut are one line end, which nobody would cut.
      if (text[from - 1] === "\r" && text[from] === "\n") return;
      const sections = findSections(text, from);
      sections.forEach((section, index) => {
        const { range, start, end, parent, rank, heading, line } = section;
        const written = text.slice(range.start.offset, range.end.offset);
        assert.is(text.slice(start, end), section.text);
        assert.ok(range.start.offset >= from && range.end.offset <= start && start <= end);
        if (written.startsWith("#")) assert.is(written, line);
        else assert.is(`${"#".repeat(rank)} ${written.replace(/\s+/g, " ")}`, line);
        assert.match(line, heading);
        const next = sections.find((other, i) => i > index && other.rank <= rank);
        assert.is(end, next ? next.range.start.offset - next.range.start.column + 1 : text.length);
        if (parent >= 0) assert.ok(sections[parent].rank < rank && sections[parent].end >= end);
        const others = sections.map((_, i) => i).filter((i) => i !== index);
        const parts = sectionParts(sections, index, others);
        assert.ok(parts.every((part) => part.start < part.end && part.start >= start && part.end <= end));
        assert.ok(
          parts.every((part) =>
            sections.every(({ range }) => range.start.offset < part.start || range.start.offset >= part.end)
          ),
        );
      });
    }),
    { numRuns: 500 },
  );
});

test.run();
