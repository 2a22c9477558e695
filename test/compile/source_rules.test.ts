import { test } from "uvu";
import * as assert from "uvu/assert";
import { LIMITS } from "../../lib/limits.ts";
import type { CompileOptions } from "../../lib/workflow/compile/mod.ts";
import { SOURCE_RULES } from "../../lib/workflow/source_rules.ts";
import { compileText, findings } from "./compile_text.ts";

/** A step `a` with those lines, which begin on line 2 of the text, column 3, and a last step. */
const step = (keys: string) => `steps:\n- ${keys.replaceAll("\n", "\n  ")}\n- {id: last, prompt: Last.}\n`;

/** What is written, and every finding: a case without findings shows what has to pass in silence. */
const CASES: Record<string, [text: string, expected: string[], message?: RegExp][]> = {
  "unknown-key": [
    [
      "stepz: []\nsteps: [{id: a, prompt: A.}]\n",
      ["unknown-key 1:1"],
      /"stepz" in the workflow, did you mean "steps"\?/,
    ],
    [
      step("id: a\nprompt: A.\nloop: {until: X, maxx: 2, gat: y}"),
      ["unknown-key 4:20", "unknown-key 4:29"],
      /"maxx" in "loop" of step "a"/,
    ],
    [step("id: a\nprompt: A.\nzzzzzzzz: 1"), ["unknown-key 4:3"], /^Unknown key "zzzzzzzz" in step "a"$/],
    [
      "context_schema: {n: {typ: int}}\n" + step("id: a\nprompt: A."),
      ["unknown-key 1:22"],
      /"typ" in "context_schema.n"/,
    ],
    [step("id: a\nprompt: A.\nmetadata: {anything: {goes: here}}\nschema: {x: 1}"), []],
  ],
  "wrong-type": [
    [step("id: a\nprompt: A.\nnext: 3"), ["wrong-type 4:9"], /"next" of step "a": wanted a text, got the number 3/],
    [step("id: a\nprompt: A.\nnext:"), ["wrong-type 4:8"], /wanted a text, got nothing/],
    [step("id: a\nprompt: A.\nconstraints: Read"), ["wrong-type 4:16"], /wanted a list, got "Read"/],
    [step("id: a\nprompt: A.\nloop: [until]"), ["wrong-type 4:9"], /"loop" of step "a": wanted a map, got a list/],
    [step("id: a\nprompt: A.\nend: maybe"), ["wrong-type 4:8"], /wanted true or false, got "maybe"/],
    [step("id: a\nprompt: A.\nbranch: [x]"), ["wrong-type 4:12"], /"branch.0" of step "a": wanted a map, got "x"/],
    [step("id: a\nprompt: A.\nenforce: hrad"), ["wrong-type 4:12"], /wanted "hard", "soft" or "off", got "hrad"/],
    [step("id: a\ncommand: make\ntimeout: 0"), ["wrong-type 4:12"], /wanted more than 0, got the number 0/],
    [
      step("id: a\nprompt: A.\nloop: {until: X, max: 1.5}"),
      ["wrong-type 4:25"],
      /wanted a whole number, got the number 1.5/,
    ],
    ["max_transitions: 0\n" + step("id: a\nprompt: A."), ["wrong-type 1:18"], /"max_transitions": wanted at least 1/],
    ["context_schema: []\n" + step("id: a\nprompt: A."), ["wrong-type 1:17"], /wanted a map, got an empty list/],
    [
      "context_schema: {n: {type: int, enum: [1, b]}}\n" + step("id: a\nprompt: A."),
      ["wrong-type 1:43"],
      /wanted a whole number, got "b"/,
    ],
    ["version: true\n" + step("id: a\nprompt: A."), ["wrong-type 1:10"], /wanted a text or a number, got true/],
    ["steps: []\n", ["wrong-type 1:8"], /"steps": wanted at least one entry, got an empty list/],
    ["steps: [a]\n", ["wrong-type 1:9"], /step 1: wanted a map, got "a"/],
    [step("id: d\nparallel: []"), ["wrong-type 3:13"], /wanted at least one entry/],
    [step("id: a\nprompt: A.\napproval: {question: Sure?, choices: {}}"), ["wrong-type 4:40"], /at least one entry/],
    ["version: 1.10\ntype: dag\n" + step("id: a\nprompt: A.\nend: true"), []],
  ],
  "missing-key": [
    ["name: a\n", ["missing-key 1:1"], /^Missing key "steps" in the workflow$/],
    ["steps:\n- prompt: A.\n- {id: b, prompt: B.}\n", ["missing-key 2:3"], /^Missing key "id" in step 1$/],
    [step("id: a\nprompt: A.\nbranch: [{when: X}]"), ["missing-key 4:13"], /"goto" in "branch.0" of step "a"/],
    [step("id: a\nprompt: A.\nverify: {attempts: 2}"), ["missing-key 4:12"], /"command" in "verify" of step "a"/],
    [
      step("id: a\nprompt: A.\ntransitions: [{condition: 'true'}]"),
      ["missing-key 4:18"],
      /"target" in transition 1 of step "a"/,
    ],
    [step("id: a\nprompt: A.\ntransitions: [{}]"), ["missing-key 4:17"], /"target"/],
    [step("id: a\nprompt: A.\napproval: {choices: {yes: last}}"), ["missing-key 4:14"], /"question"/],
  ],
  "duplicate-step-id": [
    [
      "steps:\n- {id: a, prompt: A.}\n- {id: a, prompt: B.}\n",
      ["duplicate-step-id 3:8"],
      /Second step with the id "a"/,
    ],
    [
      step("id: d\nparallel: [x, x]").replace("last", "x"),
      ["duplicate-step-id 3:17"],
      /Child "x" stands twice in step "d"/,
    ],
  ],
  "reserved-name": [
    [step("id: input\nprompt: A."), ["reserved-name 2:7"], /"input" can't be the id of a step/],
    ["context_schema: {outputs: {}}\n" + step("id: a\nprompt: A."), ["reserved-name 1:18"], /the name of a variable/],
    ["context_schema: {toString: {}, inputs: {}}\n" + step("id: hasOwnProperty\nprompt: A."), []],
  ],
  "bad-id": [
    [step("id: -a\nprompt: A."), ["bad-id 2:7"], /"id" of step "-a": wanted letters/],
    [step("id: a b\nprompt: A."), ["bad-id 2:7"]],
    [step(`id: ${"a".repeat(65)}\nprompt: A.`), ["bad-id 2:7"]],
    [
      "context_schema: {a-b: {}}\n" + step("id: a\nprompt: A."),
      ["bad-id 1:18"],
      /"a-b" in "context_schema": wanted letters, digits and/,
    ],
    [step(`id: ${"a".repeat(64)}\nprompt: A.`) + "- {id: 1.a_b-c, prompt: B.}\n", []],
  ],
  "misplaced-key": [
    [
      step("id: a\nprompt: A.\nexpect: success"),
      ["misplaced-key 4:3"],
      /"expect" has no meaning in step "a", which is a step of the agent/,
    ],
    [step("id: a\nprompt: A.\ntimeout: 3"), ["misplaced-key 4:3"]],
    [step("id: a\ncommand: make\nloop: {until: X}"), ["misplaced-key 4:3"], /which is a command step/],
    [
      step(
        "id: a\ncommand: make\nschema: {}\nfiles: [x]\nverify: {command: y}\napproval: {question: Sure?, choices: {y: a}}",
      ),
      [
        "misplaced-key 4:3",
        "misplaced-key 5:3",
        "misplaced-key 6:3",
        "misplaced-key 7:3",
      ],
    ],
    [step("id: a\ncommand: make\nenforce: hard\nmandated_tools: [x]\nallowed_tools: [x]\ndenied_tools: [x]"), [
      "misplaced-key 4:3",
      "misplaced-key 5:3",
      "misplaced-key 6:3",
      "misplaced-key 7:3",
    ]],
    [
      step("id: a\ncommand: make\nstep_type: terminal"),
      ["misplaced-key 4:14"],
      /"terminal" can't be the type of step "a"/,
    ],
    [
      step(
        "id: a\ncommand: make\nnext: last\nbranch: [{when: X, goto: a}]\nrequire: {non_empty: true}\nexpect: failure\ntimeout: 2",
      ),
      [],
    ],
    [
      step(
        "id: d\nparallel: [last]\nbranch: [{when: X, goto: d}]\nrequire: {non_empty: true}\nschema: {}\nloop: {until: X}",
      ),
      [
        "misplaced-key 4:3",
        "misplaced-key 5:3",
        "misplaced-key 6:3",
        "misplaced-key 7:3",
      ],
    ],
    [step("id: d\nparallel: [last]\nnext: d\nfiles: [x]\nverify: {command: y}\nenforce: soft\ndenied_tools: [x]"), []],
    [
      "steps:\n- {id: d, parallel: [a]}\n- id: a\n  prompt: A.\n  next: d\n  end: false\n  transitions: []\n  branch: []\n" +
      "  loop: {until: X}\n  files: []\n  verify: {command: x}\n  approval: {question: Sure?, choices: {y: d}}\n",
      [5, 6, 7, 8, 9, 10, 11, 11, 12].map((line) => `misplaced-key ${line}:3`).filter((one, i, all) =>
        all.indexOf(one) === i
      ),
    ],
    ["steps:\n- {id: d, parallel: [a]}\n- id: a\n  prompt: A.\n  step_type: interactive\n", ["misplaced-key 5:14"]],
    [
      "steps:\n- {id: d, parallel: [a]}\n- id: a\n  prompt: A.\n  require: {non_empty: true}\n  schema: {}\n  enforce: hard\n  step_type: subagent_barrier\n",
      [],
    ],
    [
      step("id: a\nprompt: A.\nfile: a.md"),
      ["misplaced-key 4:3"],
      /"file" can't stand together with "prompt" in step "a"/,
    ],
    [step("id: a\ncommand: make\nprompt: A."), ["misplaced-key 4:3"], /"prompt" can't stand together with "command"/],
    [
      step("id: a\nprompt: A.\nloop: {until: X}\nverify: {command: x}"),
      ["misplaced-key 5:3"],
      /"verify" can't stand together with "loop"/,
    ],
    [
      step("id: a\nprompt: A.\ntransitions: [{default: a, target: last}]"),
      ["misplaced-key 4:30"],
      /"target" can't stand together with "default"/,
    ],
    [
      step("id: a\nprompt: A.\ntransitions: [{default: a}, {default: last}]"),
      ["misplaced-key 4:32"],
      /A second "default"/,
    ],
  ],
  "instructions-missing": [
    [step("id: a"), ["instructions-missing 2:3"], /No instructions for step "a"/],
    [step("id: a\nprompt: ' '"), ["instructions-missing 3:11"], /are empty/],
    [step("id: a\ncommand: ''"), ["instructions-missing 3:12"]],
    ["steps: [{id: a, step_type: terminal}]\n", []],
  ],
  "path-escape": [
    [step("id: a\nfile: ../a.md"), ["path-escape 3:9"], /"\.\.\/a\.md" in "file" of step "a" leads out/],
    [step("id: a\nprompt: A.\nfiles: [/etc/passwd, 'a\\b', 'C:/x', a/../../b, ok/../b.md]"), [
      "path-escape 4:11",
      "path-escape 4:24",
      "path-escape 4:31",
      "path-escape 4:39",
    ]],
    [step("id: a\nprompt: A.\nfiles: [a.md, ./b/c.md, ..d/e.md, a..b]"), []],
  ],
  "bad-default": [
    [
      "context_schema: {n: {type: int, default: x}}\n" + step("id: a\nprompt: A."),
      ["bad-default 1:42"],
      /variable "n": wanted a whole number, got "x"/,
    ],
    ["context_schema: {n: {type: int, default: 1.5}}\n" + step("id: a\nprompt: A."), ["bad-default 1:42"]],
    ["context_schema: {n: {type: number, default: .inf}}\n" + step("id: a\nprompt: A."), ["bad-default 1:45"]],
    [
      "context_schema: {n: {default: b, enum: [a, c]}}\n" + step("id: a\nprompt: A."),
      ["bad-default 1:31"],
      /wanted one of "a", "c", got "b"/,
    ],
    [
      "context_schema: {a: {type: dict, default: {}}, b: {type: array, default: [1]}, c: {type: float, default: 1},\n" +
      "  d: {type: bool, default: false}, e: {default: null}, f: {enum: [x], default: x}, g: {type: list, enum: [[1]], default: [1]}}\n" +
      step("id: a\nprompt: A."),
      [],
    ],
  ],
  "loop-empty": [
    [step("id: a\nprompt: A.\nloop: {max: 2}"), ["loop-empty 4:3"], /neither "until" nor "gate"/],
    [step("id: a\nprompt: A.\nloop: {}"), ["loop-empty 4:3"]],
    [step("id: a\nprompt: A.\nloop: {gate: make}"), []],
  ],
  "loop-bound": [
    [
      step("id: a\nprompt: A.\nloop: {until: X, max: 0}"),
      ["loop-bound 4:25"],
      /"loop.max" of step "a": wanted at least 1, got the number 0/,
    ],
    [step("id: a\nprompt: A.\nverify: {command: x, attempts: -1}"), ["loop-bound 4:34"]],
  ],
  "require-empty": [
    [step("id: a\nprompt: A.\nrequire: {}"), ["require-empty 4:3"]],
    [step("id: a\nprompt: A.\nrequire: {non_empty: false, contains: []}"), ["require-empty 4:3"]],
    [step("id: a\nprompt: A.\nrequire: {contains: [x]}"), []],
  ],
  "blank-sentinel": [
    [
      step("id: a\nprompt: A.\nbranch: [{when: ' ', goto: last}]"),
      ["blank-sentinel 4:19"],
      /Blank "branch.0.when" in step "a"/,
    ],
    [step("id: a\nprompt: A.\nloop: {until: ''}"), ["blank-sentinel 4:17"]],
    [step("id: a\nprompt: A.\nrequire: {until: '', contains: ['']}"), ["blank-sentinel 4:20", "blank-sentinel 4:35"]],
  ],
  "end-with-exit": [
    [
      step("id: a\nprompt: A.\nend: true\nnext: last"),
      ["end-with-exit 4:3"],
      /"end: true" of step "a" contradicts its "next"/,
    ],
    [step("id: a\nprompt: A.\ntransitions: [{default: last}]\nend: true"), ["end-with-exit 5:3"]],
    [step("id: a\nprompt: A.\ntransitions: [{target: last}]\nend: true"), ["end-with-exit 5:3"]],
    [step("id: a\nprompt: A.\nend: false\nnext: last"), []],
    [
      step("id: a\nprompt: A.\nend: true\nbranch: [{when: X, goto: last}]\ntransitions: [{target: a}, {target: last}]"),
      [],
    ],
  ],
  "terminal-with-exit": [
    [
      step("id: a\nprompt: A.\nstep_type: terminal\nnext: last"),
      ["terminal-with-exit 5:3"],
      /"next" in step "a", which is terminal/,
    ],
    [step("id: a\nprompt: A.\nstep_type: terminal\nloop: {until: X, on_exhausted: last}"), ["terminal-with-exit 5:20"]],
    [step("id: a\nprompt: A.\nstep_type: terminal\nloop: {until: X, on_exhausted: halt}\nend: true"), []],
  ],
  "too-large": [
    [
      step("id: a\nprompt: A.\nloop: {until: X, max: 10001}"),
      ["too-large 4:25"],
      /wanted at most 10000, got the number 10001/,
    ],
    [
      step(`id: a\nprompt: A.\nloop: {until: ${"x".repeat(LIMITS.sentinel + 1)}}`),
      ["too-large 4:17"],
      /at most 200 characters/,
    ],
    [step(`id: a\nprompt: A.\nrequire: {last_line_regex: ${"x".repeat(LIMITS.pattern + 1)}}`), ["too-large 4:30"]],
    [
      step(`id: a\nprompt: A.\nprinciples: [${"x,".repeat(LIMITS.listEntries + 1)}]`),
      ["too-large 4:15"],
      /at most 1000 entries/,
    ],
    [step("id: a\ncommand: make\ntimeout: 86401"), ["too-large 4:12"]],
  ],
  "command-interpolation": [
    [step("id: a\ncommand: echo {{input}}"), ["command-interpolation 3:17"], /in "command" of step "a"/],
    [step("id: a\nprompt: A.\nloop: {gate: 'x {{input}}'}"), ["command-interpolation 4:19"], /"loop.gate"/],
    [step('id: a\nprompt: A.\nverify: {command: "\\x41{{"}'), ["command-interpolation 4:21"], /"verify.command"/],
    [step("id: a\ncommand: |\n  set -e\n  echo {{input}}"), ["command-interpolation 5:10"]],
    [step("id: a\ncommand: echo $SKILL_INPUT {a}"), []],
  ],
};

for (const [code, cases] of Object.entries(CASES)) {
  cases.forEach(([text, expected, message], i) => {
    test(`${code} ${i + 1}`, () => {
      const { diagnostics } = compileText(text);
      assert.equal(findings(diagnostics), expected);
      if (message) assert.match(diagnostics.find((found) => found.code === code)!.message, message);
    });
  });
}

const INFOS: [name: string, text: string, expected: string[], options?: Partial<CompileOptions>][] = [
  ["not-acted-on", "budget: {limit: 3}\nbranch: true\nengine: x\n" + step("id: a\nprompt: A."), [
    "not-acted-on 1:1",
    "not-acted-on 2:1",
    "not-acted-on 3:1",
  ]],
  ["long-step", step(`id: a\nprompt: ${"long ".repeat(1201)}.`), ["long-step 3:11"]],
  ["long-step not", step(`id: a\nprompt: ${"long ".repeat(1190)}.`), []],
  ["long-step of a file", step("id: a\nfile: a.md"), ["long-step 3:9"], { files: { "a.md": "x".repeat(6001) } }],
];

for (const [name, text, expected, options] of INFOS) {
  test(`info ${name}`, () => {
    const { diagnostics } = compileText(text, options);
    assert.equal(findings(diagnostics, true), expected);
    assert.ok(diagnostics.every((found) => found.severity === "info"));
  });
}

test("one broken step doesn't hide what is wrong with the others", () => {
  const { workflow, diagnostics } = compileText(`type: seq
steps:
- 3
- {id: a, prompt: A., nxt: c}
- {prompt: B., loop: {}}
- {id: c, next: [x], timeout: 2}
`);
  assert.equal(findings(diagnostics), [
    "wrong-type 1:7",
    "wrong-type 3:3",
    "unknown-key 4:23",
    "missing-key 5:4",
    "loop-empty 5:16",
    "instructions-missing 6:4",
    "wrong-type 6:17",
    "misplaced-key 6:22",
  ]);
  assert.equal(workflow!.order, ["a", "c"]);
  assert.is(workflow!.diagnostics, diagnostics);
});

test("a file with a finding at every key is answered, and not at length", () => {
  const { diagnostics } = compileText(
    `steps: [{id: a, prompt: A., ${Array.from({ length: 5_000 }, (_, i) => `k${i}: 1`).join(", ")}}]`,
  );
  assert.is(diagnostics.length, 1_001);
  assert.is(diagnostics.filter((found) => found.code === "too-large").length, 1);
});

test("every finding carries the severity of its rule, and no rule is listed twice", () => {
  const severities = new Map(SOURCE_RULES.map((rule) => [rule.code, rule.severity]));
  assert.is(severities.size, SOURCE_RULES.length);
  for (const [text] of Object.values(CASES).flat()) {
    for (const found of compileText(text).diagnostics) {
      assert.is(found.severity, severities.get(found.code), found.code);
    }
  }
});

test("repairs", () => {
  const repair = (text: string) => compileText(text).diagnostics[0].repair?.edits[0].text;
  assert.is(repair(step("id: a\nprompt: A.\nnxt: last")), "next");
  assert.is(repair(step("id: a\nprompt: A.\nnext: 1.10")), '"1.10"');
  assert.is(repair(step("id: a\nprompt: A.\nallowed_tools: Read")), '["Read"]');
  assert.is(repair(step("id: a\nprompt: A.\nstep_type: interactiv")), "interactive");
});

test.run();
