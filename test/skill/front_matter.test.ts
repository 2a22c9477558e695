import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { WorkflowParseError } from "../../lib/error.ts";
import { LIMITS } from "../../lib/limits.ts";
import { extract, scanFrontMatter, test as hasFrontMatter } from "../../lib/skill/front_matter.ts";
import { repaired, short } from "./read_case.ts";

test("cuts the block at the next line that is exactly a fence", () => {
  const table: [text: string, frontMatter: string, body: string][] = [
    ["---\na: b\n---\nText\n", "a: b\n", "Text\n"],
    ["---\na: b\n...\nText\n", "a: b\n", "Text\n"],
    ["---\r\na: b\r\n---\r\n\r\nText\r\n", "a: b\r\n", "Text\r\n"],
    ["--- \t\na: b\n---\t \nText", "a: b\n", "Text"],
    ["---\na: b\n---", "a: b\n", ""],
    ["---\n---\n", "", ""],
    ["---\n...\n\n \n\t\n  Text", "", "  Text"],
    ["---\na: |\n  ---\n ---\n----\n--- x\n....\n---\nText", "a: |\n  ---\n ---\n----\n--- x\n....\n", "Text"],
    ["---\na: b\n---\n---\nText\n", "a: b\n", "---\nText\n"],
    ["---\ra: b\r---\rText", "a: b\r", "Text"],
  ];
  for (const [text, frontMatter, body] of table) {
    const { block, diagnostics } = scanFrontMatter(text);
    assert.equal(diagnostics, [], text);
    assert.is(block?.frontMatter, frontMatter);
    assert.is(block?.body, body);
    assert.is(text.slice(block!.start, block!.end), frontMatter);
    assert.is(text.slice(block!.bodyStart), body);
    assert.ok(hasFrontMatter(text));
  }
});

test("says what is missing", () => {
  const table: [text: string, at: string, message: RegExp, help: RegExp][] = [
    ["", "no-front-matter 1:1", /line 1 is ""/, /Begin the file/],
    ["# Heading\n", "no-front-matter 1:1", /line 1 is "# Heading"/, /Begin the file/],
    [" ---\na: b\n---\n", "no-front-matter 1:1", /line 1 is " ---"/, /Begin/],
    ["----\na: b\n----\n", "no-front-matter 1:1", /"----"/, /Begin/],
    ["\n \n---\na: b\n---\n", "no-front-matter 1:1", /begins at line 3, wanted line 1/, /Delete/],
    ["---\n", "unclosed-front-matter 1:1", /never closed/, /Write a line/],
    ["---\na: b\n", "unclosed-front-matter 1:1", /never closed/, /Write a line/],
    ["---\na: b\n----\nText\n", "unclosed-front-matter 1:1", /never closed/, /Make line 3 exactly/],
    ["---\na: b\n ---\nText\n", "unclosed-front-matter 1:1", /never closed/, /Make line 3 exactly/],
    ["---\na: b\n—\nText\n", "unclosed-front-matter 1:1", /never closed/, /Make line 3 exactly/],
    ["---\na: b\n--- # end\n", "unclosed-front-matter 1:1", /never closed/, /Write a line/],
  ];
  for (const [text, at, message, help] of table) {
    const { block, diagnostics } = scanFrontMatter(text, undefined, "a.md");
    assert.is(block, undefined, text);
    assert.equal(short(diagnostics), [`error ${at}`], text);
    assert.match(diagnostics[0].message, message);
    assert.match(diagnostics[0].help!, help);
    assert.is(diagnostics[0].file, "a.md");
    assert.not.ok(hasFrontMatter(text));
  }
});

test("repairs what stands before the block", () => {
  const text = "\r\n\n---\na: b\n---\n";
  assert.is(repaired(text, scanFrontMatter(text).diagnostics), "---\na: b\n---\n");
});

test("finds a second block right after the first", () => {
  const table: [text: string, at: string | undefined][] = [
    ["---\na: b\n---\n---\nname: c\n---\n", "4:1"],
    ["---\na: b\n---\n\n \n---\nx: y\ndescription: c\n...\n", "6:1"],
    ["---\na: b\n---\n\n---\nmood: calm\n---\n", undefined],
    ["---\na: b\n---\n\n---\nname: c\n", undefined],
    ["---\na: b\n---\nText\n---\nname: c\n---\n", undefined],
    ["---\na: b\n---\n---\n  name: c\n---\nname: d\n", undefined],
  ];
  for (const [text, at] of table) {
    const { block, diagnostics } = scanFrontMatter(text);
    assert.ok(block);
    assert.equal(short(diagnostics), at ? [`error second-front-matter ${at}`] : [], text);
  }
});

test("bounds the block", () => {
  const line = "a: b\n";
  const text = (length: number) => `---\n${line.repeat(length / line.length)}---\n`;
  const limit = LIMITS.frontMatter - (LIMITS.frontMatter % line.length);
  assert.equal(scanFrontMatter(text(limit)).diagnostics, []);
  assert.equal(short(scanFrontMatter(text(limit + line.length)).diagnostics), ["error too-large 1:1"]);
});

test("extracts values as @std/front-matter does", () => {
  const { frontMatter, body, attrs } = extract("---\nname: a\nsize: 2\n---\n\nText\n");
  assert.equal({ frontMatter, body, attrs }, {
    frontMatter: "name: a\nsize: 2\n",
    body: "Text\n",
    attrs: { name: "a", size: 2 },
  });
  assert.equal(extract("---\n---\n").attrs, {});
  for (const text of ["Text", "---\na: b\n", "---\na: [\n---\n", "---\n- a\n---\n", "---\na: 1\na: 2\n---\n"]) {
    assert.throws(() => extract(text), (error: unknown) => error instanceof WorkflowParseError, text);
  }
});

test("takes any lines, and the parts make up the whole", () => {
  const line = fc.constantFrom("---", "...", "", " ", "a: b", "name: x", "----", " ---", "# A", "\t---", "--- ");
  const text = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r"))).map((lines) => lines.flat().join(""));
  fc.assert(
    fc.property(text, (text) => {
      const { block, diagnostics } = scanFrontMatter(text);
      assert.is(block === undefined, diagnostics.some(({ code }) => code !== "second-front-matter"));
      if (!block) return;
      assert.is(text.slice(block.start, block.end), block.frontMatter);
      assert.is(text.slice(block.bodyStart), block.body);
      assert.match(text.slice(0, block.start), /^---[ \t]*(\r\n|\r|\n)$/);
      assert.match(text.slice(block.end, block.bodyStart), /^(---|\.\.\.)[ \t\r\n]*$/);
      assert.not.match(block.frontMatter.split(/\r\n|\r|\n/).join("\n"), /^(---|\.\.\.)[ \t]*$/m);
    }),
    { numRuns: 500 },
  );
});

test.run();
