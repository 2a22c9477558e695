import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Json } from "../../lib/json.ts";
import { workflowIn } from "./compile_text.ts";

const STEPS = "steps: [{id: a, prompt: A.}]\n";

const SPELLINGS: [written: string, type: string][] = [
  ["str", "string"],
  ["string", "string"],
  ["int", "integer"],
  ["integer", "integer"],
  ["float", "number"],
  ["number", "number"],
  ["bool", "boolean"],
  ["boolean", "boolean"],
  ["array", "list"],
  ["list", "list"],
  ["dict", "object"],
  ["mapping", "object"],
  ["object", "object"],
];

for (const [written, type] of SPELLINGS) {
  test(`type ${written}`, () => {
    assert.is(workflowIn(`context_schema: {v: {type: ${written}}}\n${STEPS}`).variables.v.type, type);
  });
}

const DEFAULTS: [written: string, value: Json | undefined][] = [
  ["{type: int, default: 3}", 3],
  ["{type: float, default: 0.5}", 0.5],
  ["{type: str, default: '3'}", "3"],
  ["{type: bool, default: false}", false],
  ["{type: list, default: [1, {a: b}]}", [1, { a: "b" }]],
  ["{type: dict, default: {a: [1]}}", { a: [1] }],
  ["{default: null}", undefined],
  ["{type: int, default: x}", undefined],
  ["{}", undefined],
];

for (const [written, value] of DEFAULTS) {
  test(`default of ${written}`, () => {
    const { variables } = written.includes("default: x")
      ? { variables: { v: { default: undefined } } }
      : workflowIn(`context_schema: {v: ${written}}\n${STEPS}`);
    assert.equal(variables.v.default, value);
  });
}

test("everything else of a variable", () => {
  const { v, w } = workflowIn(
    `context_schema:\n  v: {type: str, required: true, enum: [a, b], description: What it is}\n  w: {}\n${STEPS}`,
  ).variables;
  assert.equal({ ...v, range: v.range.start.line }, {
    name: "v",
    type: "string",
    required: true,
    enum: ["a", "b"],
    description: "What it is",
    range: 2,
  });
  assert.equal({ ...w, range: w.range.start.column }, { name: "w", type: "string", required: false, range: 3 });
});

test("names of Object.prototype are names like others", () => {
  const { variables } = workflowIn(`context_schema: {toString: {default: x}}\n${STEPS}`);
  assert.is(variables["toString"].default, "x");
  assert.is(variables.valueOf, undefined);
});

test.run();
