import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Range } from "../../lib/diagnostic.ts";
import { findSections } from "../../lib/skill/sections.ts";
import type { SourceEntry, SourceMap, SourceNode } from "../../lib/skill/source_node.ts";
import { type CompileOptions, compileWorkflow } from "../../lib/workflow/compile/mod.ts";

/** Every place another one: findings at the same place are one finding. */
let offset = 0;
const at = (): Range => {
  const position = { line: 1, column: ++offset, offset };
  return { start: position, end: position };
};
const scalar = (value: string | number): SourceNode => {
  return { kind: "scalar", value, text: `${value}`, style: "plain", range: at() };
};
const list = (items: SourceNode[]): SourceNode => ({ kind: "list", items, range: at() });
const map = (entries: [string, SourceNode][]): SourceMap => ({
  kind: "map",
  entries: entries.map(([key, value]): SourceEntry => ({ key, keyRange: at(), value })),
  range: at(),
});
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const step = (...entries: [string, SourceNode][]) => map([["id", scalar("a")], ["prompt", scalar("A.")], ...entries]);

/** As large as the reader of YAML lets through, or as large as takes a moment where the work grows with the size alone. */
const N = 10_000;
const ids = (key: string, value: (i: number) => string) =>
  many(3_000, (i) => map([["id", scalar(`s${i}`)], [key, scalar(value(i))]]));
const headings = findSections(many(30_000, (i) => `# ${i} x\n`).join(""));

/** Each tree is aimed at a place where work or memory could grow faster than the text. */
const TREES: [name: string, steps: SourceNode[], options?: Partial<CompileOptions>][] = [
  ["steps", ids("prompt", (i) => `See {{s${i}}}.`)],
  ["steps of one id", many(10_000, () => step())],
  ["children", [
    map([["id", scalar("d")], ["parallel", list(many(N, (i) => scalar(`s${i}`)))]]),
    ...ids("prompt", () => "x"),
  ]],
  ["unknown keys", [step(...many(N, (i): [string, SourceNode] => [`k${i}`, scalar(1)]))]],
  ["long unknown keys", [step(...many(100, (i): [string, SourceNode] => [`${i}${"k".repeat(10_000)}`, scalar(1)]))]],
  ["choices", [step(["approval", map([["choices", map(many(N, (i) => [`c${i}`, scalar("a")]))]])])]],
  ["empty transitions", [step(["transitions", list(many(N, () => map([])))])]],
  ["wrong transitions", [step(["transitions", list(many(N, () => scalar(1)))])]],
  ["a long key above many values", [step(["schema", map([["k".repeat(500_000), list(many(N, () => scalar(1)))]])])]],
  ["braces", [map([["id", scalar("a")], ["prompt", scalar("{{a ".repeat(250_000))]])]],
  ["sections that are there", ids("section_matcher", (i) => `# ${i}`), { sections: headings }],
  ["sections that aren't", ids("section_matcher", (i) => `#${i}`), { sections: headings }],
  ["no section, and long headings", ids("section_matcher", () => "?"), {
    sections: findSections(`# ${"x".repeat(500_000)}\n`),
  }],
];

for (const [name, steps, options] of TREES) {
  test(`in time and in bounds: ${name}`, () => {
    const started = performance.now();
    const compiled = compileWorkflow(map([["steps", list(steps)]]), {
      form: "inline",
      name: "n",
      description: "d",
      sections: [],
      files: {},
      ...options,
    });
    const took = performance.now() - started;
    assert.ok(took < 20_000, `${took} ms`);
    assert.ok(compiled.diagnostics.length <= 1_001);
    assert.ok(JSON.stringify(compiled).length < 30_000_000);
  });
}

test("a map of variables is bounded", () => {
  const source = map([
    ["steps", list([step()])],
    ["context_schema", map(many(N, (i) => [`v${i}`, map([["default", scalar("x")]])]))],
  ]);
  const { diagnostics } = compileWorkflow(source, {
    form: "flat",
    name: "n",
    description: "d",
    sections: [],
    files: {},
  });
  assert.equal(diagnostics.map((found) => found.code), ["too-large"]);
});

test.run();
