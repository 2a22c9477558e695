import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Json } from "../../lib/json.ts";
import { LIMITS } from "../../lib/limits.ts";
import { readYaml } from "../../lib/skill/read_yaml.ts";
import type { SourceMap, SourceNode, SourceScalar } from "../../lib/skill/source_node.ts";
import { sourceToJson } from "../../lib/skill/source_to_json.ts";
import { repaired, short } from "./read_case.ts";

function valuesOf(text: string): Json {
  const { root, diagnostics, broken } = readYaml(text);
  assert.equal(diagnostics, [], text);
  assert.not.ok(broken);
  return sourceToJson(root!);
}

function scalarsOf(node: SourceNode | undefined): SourceScalar[] {
  if (node === undefined || node.kind === "scalar") return node ? [node] : [];
  return node.kind === "list" ? node.items.flatMap(scalarsOf) : node.entries.flatMap(({ value }) => scalarsOf(value));
}

test("reads the core schema, and numbers only where nothing is lost", () => {
  const table: [text: string, values: Json][] = [
    ["a: 1\nb: -2\nc: 1.5\nd: 0\n", { a: 1, b: -2, c: 1.5, d: 0 }],
    ["a: 1.10\nb: 1.0\nc: 1e3\nd: 007\ne: 0x1F\nf: 12345678901234567890\n", {
      a: "1.10",
      b: "1.0",
      c: "1e3",
      d: "007",
      e: "0x1F",
      f: "12345678901234567890",
    }],
    ["a: 2026-01-02\nb: 12:30\nc: 1_000\nd: .inf\ne: .nan\n", {
      a: "2026-01-02",
      b: "12:30",
      c: "1_000",
      d: ".inf",
      e: ".nan",
    }],
    ["a: true\nb: FALSE\nc: yes\nd: null\ne: ~\nf:\n", { a: true, b: false, c: "yes", d: null, e: null, f: null }],
    ["1: a\ntrue: b\nnull: c\n1.10: d\n", { "1": "a", "true": "b", "null": "c", "1.10": "d" }],
    ["a: |\n  x\n   y\nb: >-\n  x\n  y\nc: 'it''s'\nd: \"\\t\"\n", { a: "x\n y\n", b: "x y", c: "it's", d: "\t" }],
    ['a: |\r\n  x\r\n  y\r\nb: "x\r\n  y"\r\nc: x\r\n  y\r\n', { a: "x\ny\n", b: "x y", c: "x y" }],
    ["a: x\rb: y\r", { a: "x", b: "y" }],
    ["a: [1, {b: c}]\nd: {}\ne: []\n", { a: [1, { b: "c" }], d: {}, e: [] }],
    ["a: &x [1]\nb: *x\nc: &x 2\nd: *x\n", { a: [1], b: [1], c: 2, d: 2 }],
    ["constructor: 1\ntoString: 2\n", { constructor: 1, toString: 2 }],
    ["a: http://x.y/z:1 b#c\n", { a: "http://x.y/z:1 b#c" }],
    ["---\na: b\n...\n", { a: "b" }],
    ["%YAML 1.1\n---\na: yes\n", { a: "yes" }],
    ["? a\n: b\n", { a: "b" }],
    ["a:\n- b\nc: !!str 1\n", { a: ["b"], c: "1" }],
  ];
  for (const [text, values] of table) assert.equal(valuesOf(text), values, text);
  assert.is(readYaml("# nothing\n").root, undefined);
});

test("keeps values and texts apart in the tree", () => {
  const { root } = readYaml('a: 1.10\nb: "1.10"\nc: .inf\nd: |\n  x\n');
  assert.equal(scalarsOf(root).map(({ value, text, style }) => [value, text, style]), [
    [1.1, "1.10", "plain"],
    ["1.10", "1.10", "double"],
    [".inf", ".inf", "plain"],
    ["x\n", "x\n", "literal"],
  ]);
});

test("says where a value's first unit stands, where offsets in it count from there", () => {
  const table: [text: string, at: string | undefined][] = [
    ["a: x > 1\n", "x > 1"],
    ["a: 'x > 1'\n", "x > 1"],
    ['a: "x > 1"\n', "x > 1"],
    ["a: >\n  x > 1\n", "x > 1"],
    ["a: |-\n    x > 1\n", "x > 1"],
    ["a: |\r\n  x > 1\r\n", "x > 1"],
    ['a: "x \\" 1"\n', undefined],
    ["a: 'it''s'\n", undefined],
    ["a: x\n  y\n", undefined],
    ["a: |\n  x\n  y\n", undefined],
    ["a: |2\n    x\n", undefined],
    ['a: "x\n  y"\n', undefined],
  ];
  for (const [text, line] of table) {
    const [{ at }] = scalarsOf(readYaml(text).root);
    assert.is(at && text.slice(at.offset, at.offset + line!.length), line, text);
  }
});

test("places are the file's", () => {
  const at = { line: 2, column: 1, offset: 4 };
  const { root } = readYaml("name: tidy\nsteps:\n  - id: a\n", at, "a.md");
  const map = root as SourceMap;
  assert.equal(map.entries[1].keyRange.start, { line: 3, column: 1, offset: 15 });
  assert.equal(scalarsOf(root)[1].range, {
    start: { line: 4, column: 9, offset: 30 },
    end: { line: 4, column: 10, offset: 31 },
  });
  assert.is(readYaml("a: 1\na: 2\n", at, "a.md").diagnostics[0].file, "a.md");
});

test("refuses what can't be read in one way only", () => {
  const table: [text: string, found: string[], message: RegExp][] = [
    ["a: 1\nb:\n  c: 1\n  c: 2\na: 3\n", ["duplicate-key 4:3", "duplicate-key 5:1"], /Key "c" stands twice/],
    ['1: a\n"1": b\n', ["duplicate-key 2:1"], /Key "1"/],
    ["__proto__: {a: 1}\n", ["reserved-name 1:1"], /__proto__/],
    ["<<: {a: 1}\n", ["yaml-syntax 1:1"], /Merge key/],
    ["a: *b\n", ["yaml-syntax 1:4"], /Alias "\*b" has no anchor/],
    ["a: &b {c: *b}\n", ["yaml-syntax 1:11"], /inside its own anchor/],
    ["a: !x b\n", ["yaml-syntax 1:4"], /Tag "!.*" isn't/],
    ["a: !!js/function b\n", ["yaml-syntax 1:4"], /Tag "!.*" isn't/],
    ["a: [b]: c\n", ["yaml-syntax 1:7"], /Colon without a key/],
    [": a\n", ["yaml-syntax 1:1"], /Colon without a key/],
    ["[a]: b\n", ["yaml-syntax 1:1"], /keys must be strings/],
    ["a: b\n--- c\n", ["yaml-syntax 2:1"], /second YAML document/],
    ["a: [b,\nc: d\n", ["yaml-syntax 1:4"], /List opened here/],
    ["a: {b: c\n", ["yaml-syntax 1:4"], /Mapping opened here/],
    ['a: "b\nc: d\n', ["yaml-syntax 1:4"], /Quote " opened here/],
    ["a: 'b\n", ["yaml-syntax 1:4"], /Quote ' opened here/],
    ['a: "b\\"', ["yaml-syntax 1:4"], /Quote " opened here/],
    ["a: 'b''", ["yaml-syntax 1:4"], /Quote ' opened here/],
    ["a:\n\tb: 1\n", ["tab-indentation 2:1"], /Tab/],
    ["a:\n  b: 1\n \tc: 2\n", ["tab-indentation 3:2"], /Tab/],
    ["a:\n\t- b: 1\n\t  c: 2\n", ["tab-indentation 2:1", "tab-indentation 3:1"], /Tab/],
    ["a:\n\t- b\n", ["tab-indentation 2:1"], /Tab/],
    ["a: [\n\tb]\n", ["tab-indentation 2:1"], /Tab/],
    ['a: "b\n\tc"\n', ["tab-indentation 2:1"], /Tab/],
    ["a:\n  b: 1\n c: 2\n", ["yaml-syntax 3:1"], /same column/],
    ["a: @b\n", ["yaml-syntax 1:4"], /reserved character @/],
    ["a: *\n", ["yaml-syntax 1:4"], /Alias/],
    ["a: b\n- c\n", ["yaml-syntax 2:1"], /Implicit keys/],
    ["name:x\ndescription: y\n", ["yaml-syntax 1:1"], /single line/],
  ];
  for (const [text, found, message] of table) {
    const { diagnostics } = readYaml(text);
    assert.equal(short(diagnostics).sort(), found.map((one) => `error ${one}`), text);
    assert.match(diagnostics[0].message, message);
    assert.not.match(diagnostics[0].message, /\.$|at line \d/);
  }
});

test("tells what is broken from what is only double", () => {
  assert.not.ok(readYaml("a: 1\na: 2\n__proto__: 3\n").broken);
  assert.equal(sourceToJson(readYaml("a: 1\na: 2\n__proto__: 3\n").root!), { a: 1 });
  for (const text of ["a: [", "\ta: b", "a: *b", "<<: 1", `${"[".repeat(99)}`]) assert.ok(readYaml(text).broken, text);
});

test("a duplicate names the first one", () => {
  const [{ related }] = readYaml("a: 1\nb: 2\na: 3\n").diagnostics;
  assert.equal(related.map(({ range }) => range.start.line), [1]);
});

test("quotes what only lacks quotes", () => {
  const table: [text: string, after: string][] = [
    ["a: @b c\n", 'a: "@b c"\n'],
    ["a: `b` c\n", 'a: "`b` c"\n'],
    ["a: *\n", 'a: "*"\n'],
    ['a: %b "c"\n', "a: '%b \"c\"'\n"],
    ["argument-hint: [file] [line]\n", 'argument-hint: "[file] [line]"\n'],
    ['description: "Tidy" things\n', "description: '\"Tidy\" things'\n"],
    ["  title: [WIP] Fold \n", '  title: "[WIP] Fold" \n'],
  ];
  for (const [text, after] of table) {
    assert.is(repaired(text, readYaml(text).diagnostics), after);
    assert.equal(readYaml(after).diagnostics, []);
  }
  assert.equal(readYaml("allowed-tools: [Read] x\n").diagnostics.map(({ repair }) => repair), [undefined]);
});

test("bounds nodes, depth, aliases and complaints", () => {
  const deep = (depth: number) => Array.from({ length: depth }, (_, i) => `${" ".repeat(i)}a:`).join("\n");
  const chain = (count: number) => `a: &a 1\nb: [${"*a, ".repeat(count)}]\n`;
  const bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let i = 1; i < 9; i++) bomb.push(`a${i}: &a${i} [${`*a${i - 1}, `.repeat(10)}]`);
  const table: [text: string, message: RegExp | undefined][] = [
    [deep(LIMITS.depth - 1), undefined],
    [deep(LIMITS.depth), /deeper than 32/],
    [deep(400), /deeper than 32/],
    ["[".repeat(LIMITS.depth) + "]".repeat(LIMITS.depth), undefined],
    ["[".repeat(LIMITS.depth + 1) + "]".repeat(LIMITS.depth + 1), /deeper than 32/],
    ["a: &a {b: {c: d}}\ne: " + "[".repeat(29) + "*a" + "]".repeat(29), /deeper than 32/],
    [chain(LIMITS.yamlAliases), undefined],
    [chain(LIMITS.yamlAliases + 1), /more than 100 aliases/],
    [bomb.join("\n"), /more than/],
    ["- a\n".repeat(LIMITS.yamlNodes - 1), undefined],
    ["- a\n".repeat(LIMITS.yamlNodes), /more than 100000 nodes/],
  ];
  for (const [text, message] of table) {
    const { diagnostics, root } = readYaml(text);
    const what = text.slice(0, 60);
    assert.is(diagnostics.length, message ? 1 : 0, what);
    assert.is(root === undefined, message !== undefined, what);
    if (message) {
      assert.is(diagnostics[0].code, "too-large", what);
      assert.match(diagnostics[0].message, message);
    }
  }
  for (const noise of ["}\n", "%x\n", "a: !b c\n", "[,,,,\n", "&a &b\n"]) {
    const { diagnostics } = readYaml(noise.repeat(5000));
    assert.ok(diagnostics.length > 0 && diagnostics.length <= 10, noise);
  }
});

test.run();
