import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { readYaml } from "../../lib/skill/read_yaml.ts";
import { sourceToJson } from "../../lib/skill/source_to_json.ts";
import { repaired, short } from "./read_case.ts";

test("reads a plain one-line value with a colon as the text it is, and repairs it", () => {
  const table: [text: string, values: unknown, found: string[], after: string][] = [
    ["a: b: c\n", { a: "b: c" }, ["1:5"], 'a: "b: c"\n'],
    ["a: b: c: d:\ne: f\n", { a: "b: c: d:", e: "f" }, ["1:5"], 'a: "b: c: d:"\ne: f\n'],
    ["a: b:\n", { a: "b:" }, ["1:5"], 'a: "b:"\n'],
    ["a: b:\tc\n", { a: "b:\tc" }, ["1:5"], 'a: "b:\tc"\n'],
    ["a: b: c  \r\nd: e\r\n", { a: "b: c", d: "e" }, ["1:5"], 'a: "b: c"  \r\nd: e\r\n'],
    ["a: b: c # d\n", { a: "b: c" }, ["1:5"], 'a: "b: c" # d\n'],
    ['a: say "b": c\\d\n', { a: 'say "b": c\\d' }, ["1:11"], "a: 'say \"b\": c\\d'\n"],
    ['a: it\'s "b": c\n', { a: 'it\'s "b": c' }, ["1:12"], "a: 'it''s \"b\": c'\n"],
    ["- a: b: c\n  d: e\n", [{ a: "b: c", d: "e" }], ["1:7"], '- a: "b: c"\n  d: e\n'],
    ["a:\n  b: c: d\n  e: f\n", { a: { b: "c: d", e: "f" } }, ["2:7"], 'a:\n  b: "c: d"\n  e: f\n'],
    ["a: b: {c\nd: e\n", { a: "b: {c", d: "e" }, ["1:5"], 'a: "b: {c"\nd: e\n'],
    ["a: b: 'c\nd: e: f\n", { a: "b: 'c", d: "e: f" }, ["1:5", "2:5"], 'a: "b: \'c"\nd: "e: f"\n'],
    ["a: b: c\n\n# d\ne: f\n", { a: "b: c", e: "f" }, ["1:5"], 'a: "b: c"\n\n# d\ne: f\n'],
    ["a: b: c\n  # d\n", { a: "b: c" }, ["1:5"], 'a: "b: c"\n  # d\n'],
    ["a: -b: c\n", { a: "-b: c" }, ["1:6"], 'a: "-b: c"\n'],
    ["a: \uFDD0b: c\n", { a: "\uFDD0b: c" }, ["1:6"], 'a: "\uFDD0b: c"\n'],
    ["description: b: c #1\n", { description: "b: c" }, ["1:15"], 'description: "b: c #1"\n'],
  ];
  for (const [text, values, found, after] of table) {
    const { root, broken, diagnostics } = readYaml(text);
    assert.not.ok(broken, text);
    assert.equal(sourceToJson(root!), values, text);
    const colons = diagnostics.filter(({ code }) => code === "unquoted-colon");
    assert.equal(short(colons), found.map((place) => `warning unquoted-colon ${place}`), text);
    const fixed = repaired(text, colons);
    assert.is(fixed, after);
    assert.equal(readYaml(fixed).diagnostics, [], fixed);
  }
});

test("both findings on one value make the same repair", () => {
  const text = "description: Fixes ticket: see #12\n";
  const { diagnostics } = readYaml(text);
  assert.equal(short(diagnostics), ["warning unquoted-colon 1:26", "warning truncated-scalar 1:32"]);
  assert.equal(diagnostics[0].repair!.edits, diagnostics[1].repair!.edits);
  const fixed = repaired(text, diagnostics.slice(0, 1));
  assert.equal(sourceToJson(readYaml(fixed).root!), { description: "Fixes ticket: see #12" });
});

test("leaves alone what could mean something else", () => {
  const table: [text: string, message: RegExp][] = [
    ["a: b: c\n  d\n", /Unquoted ": "/],
    ["a: b: c\n  d: e\n", /Unquoted ": "/],
    ["a: b\n  c: d\n", /Unquoted ": "/],
    ['a: "b": c\n', /Unquoted ": "/],
    ["a: [b]: c\n", /Colon without a key/],
    ["a: &b c: d\n", /./],
    ["metadata: kind: workflow\n", /Unquoted ": "/],
    ["workflow: initial_step: a\n", /Unquoted ": "/],
    ["{a: b: c}\n", /flow collections/],
  ];
  for (const [text, message] of table) {
    const { broken, diagnostics } = readYaml(text);
    assert.ok(broken, text);
    assert.not.ok(diagnostics.some(({ code }) => code === "unquoted-colon"), text);
    assert.match(diagnostics[0].message, message);
  }
});

test("doesn't hide another error", () => {
  const { broken, diagnostics } = readYaml("a: b: c\nd: [e\nf: g: h\n");
  assert.ok(broken);
  assert.equal(short(diagnostics).sort(), ["error yaml-syntax 2:4", "warning unquoted-colon 1:5"]);
});

test("a repaired text reads as the repair promised", () => {
  const word = fc.constantFrom(
    "a",
    "b:",
    "c: d",
    '"',
    "'",
    "\\",
    "#e",
    "{",
    "[f]",
    "-",
    "é",
    "😀",
    ":",
    "a:b",
    "%",
    "*g",
  );
  const value = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `x ${words.join(" ")}`);
  fc.assert(
    fc.property(value, fc.constantFrom("\n", "\r\n"), (value, end) => {
      const text = `description: ${value}${end}name: n${end}`;
      const before = readYaml(text);
      const fixed = repaired(text, before.diagnostics.filter(({ code }) => code === "truncated-scalar"));
      const whole = before.diagnostics.some(({ code }) => code === "truncated-scalar")
        ? fixed
        : repaired(text, before.diagnostics.filter(({ code }) => code === "unquoted-colon"));
      const after = readYaml(whole);
      assert.equal(after.diagnostics, [], text);
      assert.equal(sourceToJson(after.root!), { description: value, name: "n" });
      const cut = value.search(/ #/);
      assert.equal(sourceToJson(before.root!), { description: cut < 0 ? value : value.slice(0, cut), name: "n" });
    }),
    { numRuns: 300 },
  );
});

test.run();
