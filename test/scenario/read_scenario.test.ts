import { test } from "uvu";
import * as assert from "uvu/assert";
import { readScenario } from "../../lib/scenario/mod.ts";

const FILE = "tests/one.yaml";
const read = (text: string) => readScenario(text, FILE);

test("everything that a scenario can hold", () => {
  const { scenario, diagnostics } = read(
    [
      "name: All of it",
      "input: a task",
      "context: { n: 1 }",
      "steps:",
      "  - { expect: a, answer: Text. }",
      "  - expect: b",
      "    answer: { step_output: { x: 1 }, variables: { n: 2 }, transition_choice: c }",
      "    verdicts: [fail, { verdict: pass, exit_code: 0, output: ok }]",
      "    approve: yes",
      "    rejected: not yet",
      "  - { expect: c, finish: aborted, retry: true, rejected: true }",
      "end: halted:runaway",
      "path: [a, b, c]",
      "outputs: { a: Text. }",
      "context_after: { n: 2 }",
    ].join("\n"),
  );
  assert.equal(diagnostics, []);
  const { places, ...rest } = scenario!;
  assert.equal(rest, {
    name: "All of it",
    file: FILE,
    input: "a task",
    context: { n: 1 },
    steps: [
      { expect: "a", answer: { step_output: "Text." }, verdicts: [] },
      {
        expect: "b",
        answer: { step_output: { x: 1 }, variables: { n: 2 }, transition_choice: "c" },
        verdicts: [{ verdict: "fail" }, { verdict: "pass", exit_code: 0, output: "ok" }],
        approve: "yes",
        rejected: "not yet",
      },
      { expect: "c", finish: "aborted", retry: true, rejected: true, verdicts: [] },
    ],
    end: "halted:runaway",
    path: ["a", "b", "c"],
    outputs: { a: "Text." },
    contextAfter: { n: 2 },
  });
  assert.equal([places["steps.1.approve"].start.line, places["steps.1.approve"].start.column], [9, 14]);
});

test("what is left out: the file's name, an orderly end", () => {
  const { scenario } = readScenario("steps: []\n", "C:\\skills\\a\\tests\\Short one.yml");
  assert.equal([scenario!.name, scenario!.end], ["Short one", "completed"]);
});

const BROKEN: [name: string, text: string, found: string[]][] = [
  ["an unknown key", "stepps: []\nsteps: []\n", [
    '1:1 unknown-key Unknown key "stepps" in the scenario, did you mean "steps"?',
  ]],
  ["a missing key", "name: a\n", ['1:1 missing-key Missing key "steps" in the scenario']],
  ["no map", "- a\n", ['1:1 wrong-type A scenario is a map with the key "steps"']],
  ["nothing", "", ['1:1 wrong-type A scenario is a map with the key "steps"']],
  [
    "an unknown key of a turn",
    "steps:\n  - expect: a\n    anwser: x\n",
    ['3:5 unknown-key Unknown key "anwser" in step 1, did you mean "answer"?'],
  ],
  [
    "an unknown key of an answer",
    "steps:\n  - expect: a\n    answer: { output: x }\n",
    ['3:15 unknown-key Unknown key "output" in "answer" of step 1, did you mean "outputs"?'],
  ],
  ["a turn without a place", "steps:\n  - answer: x\n", ['2:5 missing-key Missing key "expect" in step 1']],
  [
    "an answer that is no text",
    "steps:\n  - expect: a\n    answer: 12\n",
    ['3:13 wrong-type Wrong value for "answer" of step 1: wanted a text or a map, got the number 12'],
  ],
  [
    "an empty answer",
    "steps:\n  - expect: a\n    answer:\n",
    ['3:12 wrong-type Wrong value for "answer" of step 1: wanted a text or a map, got nothing'],
  ],
  [
    "a verdict that there isn't",
    "steps:\n  - expect: a\n    verdicts: [passed]\n",
    ['3:16 wrong-type Wrong value for "verdicts.0" of step 1: wanted "pass", "fail", "unevaluable" or a map, got "passed"'],
  ],
  [
    "a rejection that isn't one",
    "steps:\n  - expect: a\n    rejected: false\n",
    ['3:15 wrong-type Wrong value for "rejected" of step 1: wanted true or a text that isn\'t empty, got false'],
  ],
  [
    "an end that there isn't",
    "steps: []\nend: halted:gate\n",
    [
      '2:6 wrong-type Wrong value for "end": wanted "completed", "aborted", "running", "halted", "halted:loop_exhausted", "halted:gate_unevaluable", "halted:expectation_failed", "halted:effect_interrupted" or "halted:runaway", got "halted:gate"',
    ],
  ],
  ["a list where a map is wanted", "steps: []\ncontext: [1]\n", [
    '2:10 wrong-type Wrong value for "context": wanted a map, got a list',
  ]],
  ["a map where a list is wanted", "steps: {}\n", [
    '1:8 wrong-type Wrong value for "steps": wanted a list, got an empty map',
  ]],
  ["a key twice", "steps: []\nsteps: []\n", ["2:1 duplicate-key"]],
  ["broken YAML", "steps: [\n", ["yaml-syntax"]],
  ["a key that pollutes", "steps: []\ncontext: { __proto__: 1 }\n", ["reserved-name"]],
];

for (const [name, text, wanted] of BROKEN) {
  test(`refused: ${name}`, () => {
    const { scenario, diagnostics } = read(text);
    assert.is(scenario, undefined);
    const found = diagnostics.map(({ range: { start }, code, message }) =>
      `${start.line}:${start.column} ${code} ${message}`
    );
    assert.is(found.length, wanted.length, found.join("\n"));
    wanted.forEach((one, i) => assert.ok(found[i].includes(one), found[i]));
    assert.ok(diagnostics.every(({ file, severity }) => file === FILE && severity === "error"));
  });
}

test("a misspelt key and a near value can be repaired by a machine", () => {
  const { diagnostics } = read("step: []\nend: complete\n");
  assert.equal(diagnostics.map(({ repair }) => repair?.edits.map(({ text }) => text)), [["steps"], [
    "completed",
  ]]);
});

test("a scenario that is too large isn't read", () => {
  assert.is(read(`steps: []\n#${"x".repeat(2_000_000)}`).diagnostics[0].code, "too-large");
});

test.run();
