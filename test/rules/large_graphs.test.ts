import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Diagnostic } from "../../lib/diagnostic.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { type NotationOptions, workflowOf } from "../notation.ts";

const COUNT = 10_000;
const at = (i: number) => `s${Math.min(i, COUNT - 1)}`;
const each = (line: (i: number) => string) => Array.from({ length: COUNT }, (_, i) => line(i)).join(";");

const SHAPES: [name: string, notation: string, codes: string[], options?: NotationOptions][] = [
  ["a chain", each(at), []],
  [
    "pairs that lead back",
    each((i) => i % 2 ? `${at(i)} -> ${at(i - 1)} "X", ${i === COUNT - 1 ? "end" : at(i + 1)}` : at(i)),
    [
      "loop-without-stop",
    ],
  ],
  ["a ladder", each((i) => `${at(i)} -> ${at(i + 7)} "X", ${at(i + 1)}`), ["no-terminal"]],
  ["everything back to the start", each((i) => `${at(i)} -> s0 "X", ${i === COUNT - 1 ? "end" : at(i + 1)}`), [
    "loop-without-stop",
  ]],
  [
    "everything to the end",
    each((i) => `${at(i)} -> ${i === COUNT - 1 ? "end" : `${at(COUNT)} "X", ${at(i + 1)}`}`),
    [],
  ],
  ["unknown targets", each((i) => `${at(i)} -> x${i}y "X"`), ["unknown-target"]],
  ["one large dag with cycles", each((i) => `${at(i)} -> s${(i * 7 + 1) % COUNT} "X", s${(i * 13 + 2) % COUNT}`), [
    "cycle-in-dag",
    "no-terminal",
    "unreachable-step",
  ], { type: "dag" }],
  ["dispatchers", each((i) => i % 5 === 0 ? `${at(i)} => c${i} & d${i}` : at(i)), []],
  ["unknown references", each((i) => `${at(i)}(prompt="{{t${i}}}")`), ["unknown-reference"]],
];

for (const [name, notation, codes, options] of SHAPES) {
  test(`ten thousand steps: ${name}`, () => {
    const workflow = workflowOf(notation, options);
    const started = performance.now();
    const found: Diagnostic[] = validateGraph(workflow);
    assert.ok(performance.now() - started < 15_000, `took ${performance.now() - started} ms`);
    assert.equal([...new Set(found.map((one) => one.code))].sort(), codes);
  });
}

test("the same findings in the same order on every call, and each once", () => {
  const workflow = workflowOf('a -> bb "done", c; b -> end; c -> c; d => x & x; e(prompt="{{zz}} {{zz}}")');
  const first = validateGraph(workflow);
  assert.ok(first.length > 5);
  assert.equal(validateGraph(workflow), first);
  assert.equal(first, [...first].sort((a, b) => a.range.start.offset - b.range.start.offset));
  assert.is(new Set(first.map((one) => `${one.code} ${one.range.start.offset} ${one.message}`)).size, first.length);
});

test("what the compiler found is kept, and not changed", () => {
  const workflow = workflowOf("a -> bb; b");
  const compiled = validateGraph(workflowOf("a -> bb; b"));
  workflow.diagnostics = Object.freeze(compiled) as Diagnostic[];
  assert.equal(validateGraph(workflow), compiled);
});

test.run();
