import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { compareDiagnostics, type Diagnostic, type Range } from "../../lib/diagnostic.ts";
import { indexLines } from "../../lib/skill/line_index.ts";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { readYaml } from "../../lib/skill/read_yaml.ts";
import { applyEdits } from "./read_case.ts";

const PIECES = [
  ...["---", "...", "\n", "\n", "\n", "\r\n", "\r", " ", "  ", "    ", "\t", "- ", ": ", ":", " #", "#", "? ", ","],
  ...[
    "name",
    "description",
    "metadata",
    "workflow",
    "steps",
    "id",
    "prompt",
    "title",
    "kind",
    "allowed-tools",
    "section_matcher",
  ],
  ...[
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "|",
    ">",
    "|-",
    "&a",
    "*a",
    "!!str",
    "!x",
    "%YAML 1.1",
    "@",
    "`",
    "<<",
    "__proto__",
    "constructor",
  ],
  ...[
    "1.10",
    "true",
    "~",
    "a",
    "é",
    "😀",
    "\uFEFF",
    "\uFDD0",
    "\u2028",
    "\\",
    "workflow.yaml",
    "../x",
    "{{a}}",
    "## A",
    "```",
    "<!--",
    "> ",
  ],
];
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(""));
const framed = fc.tuple(soup, soup).map(([fields, body]) => `---\nname: a\n${fields}\n---\n${body}`);
const lineSoup = fc.array(
  fc.tuple(
    fc.constantFrom("", "  ", "    ", "- ", "  - "),
    fc.constantFrom(...PIECES),
    fc.constantFrom(": ", ":", " "),
    soup.map((s) => s.slice(0, 12)),
  ),
  { maxLength: 12 },
).map((lines) => `---\n${lines.map((line) => line.join("")).join("\n")}\n---\n# A\n`);
const anyText = fc.oneof(soup, framed, lineSoup, fc.string({ unit: "grapheme", maxLength: 40 }));

function checkRange(range: Range, text: string, what: string): void {
  const lines = indexLines(text);
  assert.ok(range.start.offset <= range.end.offset && range.end.offset <= text.length, what);
  assert.equal(range, lines.range(range.start.offset, range.end.offset), what);
}

function checkAll(diagnostics: readonly Diagnostic[], text: string): void {
  assert.equal([...diagnostics].sort(compareDiagnostics), diagnostics);
  for (const found of diagnostics) {
    const what = `${found.code} in ${JSON.stringify(text)}`;
    checkRange(found.range, text, what);
    for (const { range } of found.related) checkRange(range, text, what);
    for (const { range } of found.repair?.edits ?? []) checkRange(range, text, what);
    assert.match(found.message, /^[A-Z][^]*[^.]$/, what);
  }
}

test("reads any text without throwing, every place being the file's, and the same again", () => {
  const path = fc.constantFrom("a/SKILL.md", "a.yaml", undefined);
  fc.assert(
    fc.property(anyText, path, anyText, (source, path, file) => {
      const options = { ...(path === undefined ? {} : { path }), files: { "workflow.yaml": file } };
      const { skill, diagnostics } = readSkill(source, options);
      const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
      checkAll(diagnostics.filter((found) => found.file === path), text);
      if (skill && path !== "a.yaml") {
        assert.is(text.slice(skill.bodyOffset), skill.body);
        for (const section of skill.sections) assert.is(text.slice(section.start, section.end), section.text);
      }
      assert.equal(JSON.stringify(readSkill(source, options)), JSON.stringify({ skill, diagnostics }));
      assert.is(readSkill(new TextEncoder().encode(source), options).diagnostics.length, diagnostics.length);
    }),
    { numRuns: 600 },
  );
});

test("reads any bytes without throwing", () => {
  fc.assert(
    fc.property(fc.uint8Array({ max: 255, maxLength: 200 }), (bytes) => {
      readSkill(bytes);
      readSkill(new Uint8Array([...new TextEncoder().encode("---\nname: a\n"), ...bytes]));
    }),
    { numRuns: 500 },
  );
});

test("plain values that no prototype is changed by", () => {
  fc.assert(fc.property(framed, (text) => {
    const { skill } = readSkill(text);
    if (!skill) return;
    assert.is(Object.getPrototypeOf(skill.frontMatter), Object.prototype);
    assert.equal(JSON.parse(JSON.stringify(skill.frontMatter)), skill.frontMatter);
  }));
  assert.is(({} as { polluted?: unknown }).polluted, undefined);
});

test("repairs mend what they are for", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const found of readYaml(text).diagnostics) {
        if (!["unquoted-colon", "truncated-scalar"].includes(found.code)) continue;
        const fixed = applyEdits(text, found.repair!.edits);
        const [start] = found.repair!.edits.map(({ range }) => range.start.offset);
        const again = readYaml(fixed).diagnostics.filter(({ code, range }) =>
          code === found.code && range.start.offset === found.range.start.offset
        );
        assert.equal(again, [], JSON.stringify(text.slice(start)));
      }
    }),
    { numRuns: 600 },
  );
});

test.run();
