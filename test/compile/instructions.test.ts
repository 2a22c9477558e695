import { test } from "uvu";
import * as assert from "uvu/assert";
import { findSections } from "../../lib/skill/sections.ts";
import { findMissingFiles } from "../../lib/workflow/compile/mod.ts";
import { compileText, findings, stepIn, workflowIn } from "./compile_text.ts";

const BODY = `# Skill

Call start_workflow.

## 1. Plan

Plan it, {{input}}.

### 1.1 Detail

Details of {{context.n}}.

### 1.2 Check

Check it.

## 2. Build

Build {{a}}.

Setext
------

Under a line: {{b}}.

## Twice

One.

## Twice

Two.

## Empty

## 3. Ship
`;
const sections = findSections(BODY);
const options = { form: "inline" as const, sections, skillFile: "SKILL.md", file: "workflow.yaml" };
const step = (keys: string) => `steps:\n- {id: a, ${keys}}\n- {id: last, prompt: Last.}\n`;

const MATCHES: [matcher: string, instructions: string][] = [
  ["## 1. Plan", "Plan it, {{input}}.\n\n### 1.1 Detail\n\nDetails of {{context.n}}.\n\n### 1.2 Check\n\nCheck it."],
  ["### 1.1", "Details of {{context.n}}."],
  ["1.2", "Check it."],
  ["2. Build", "Build {{a}}."],
  ["Setext", "Under a line: {{b}}."],
];

for (const [matcher, instructions] of MATCHES) {
  test(`section ${matcher}`, () => {
    const { source, ...found } = stepIn(step(`section_matcher: '${matcher}'`), "a", options);
    assert.is(found.instructions, instructions);
    assert.is(found.interpolate, false);
    assert.equal(found.references, []);
    assert.is(source.kind, "section");
    assert.is(source.name, matcher);
    assert.is(source.file, "SKILL.md");
    assert.equal(source.range, sections[source.section!].range);
  });
}

const PROBLEMS: [name: string, keys: string, expected: string[], message?: RegExp][] = [
  [
    "none",
    "section_matcher: '## 9'",
    ["section-missing 2:28"],
    /No section "## 9" for step "a": the headings are "# Skill", "## 1\. Plan"/,
  ],
  ["part of a number", "section_matcher: '### 1.'", ["section-missing 2:28"]],
  [
    "several",
    "section_matcher: Twice",
    ["section-ambiguous 2:28"],
    /Section "Twice" of step "a" could be "## Twice", "## Twice"/,
  ],
  ["several by title", "title: Twice", ["section-ambiguous 2:4"]],
  ["a title is no prefix", "title: '2.'", ["instructions-missing 2:4"], /no section has the heading "2\."/],
  [
    "nothing below the heading",
    "section_matcher: Empty",
    ["instructions-missing 2:28"],
    /instructions of step "a" are empty/,
  ],
  ["a terminal step may be empty", "section_matcher: Empty, step_type: terminal", []],
  ["a terminal step needs none", "step_type: terminal", []],
  ["a blank matcher", "section_matcher: ''", ["wrong-type 2:28"]],
];

for (const [name, keys, expected, message] of PROBLEMS) {
  test(`sections: ${name}`, () => {
    const { diagnostics } = compileText(step(keys), options);
    assert.equal(findings(diagnostics), expected);
    if (message) assert.match(diagnostics.find((found) => found.severity === "error")!.message, message);
  });
}

test("candidates are related places in the skill's file", () => {
  const [found] = compileText(step("section_matcher: Twice"), options).diagnostics;
  assert.is(found.file, "workflow.yaml");
  assert.equal(found.related.map(({ message, file, range }) => [message, file, range.start.line]), [
    ["## Twice", "SKILL.md", 26],
    ["## Twice", "SKILL.md", 30],
  ]);
});

test("without sections the message says so", () => {
  const [found] = compileText(step("section_matcher: '## 1'")).diagnostics;
  assert.match(found.message, /the skill has no headings/);
});

test("a section is given without the nested ones of other steps, and shared as it is", () => {
  const text = `steps:
- {id: a, section_matcher: '## 1. Plan'}
- {id: b, section_matcher: '### 1.2'}
- {id: c, section_matcher: '## 1.'}
- {id: d, section_matcher: '### 1.2', end: true}
`;
  const { workflow, diagnostics } = compileText(text, options);
  assert.is(workflow!.steps.a.instructions, "Plan it, {{input}}.\n\n### 1.1 Detail\n\nDetails of {{context.n}}.");
  assert.is(workflow!.steps.c.instructions, workflow!.steps.a.instructions);
  assert.is(workflow!.steps.d.instructions, "Check it.");
  const infos = findings(diagnostics, true);
  assert.equal(infos.filter((one) => one.startsWith("nested")), ["nested-section 2:28", "nested-section 4:28"]);
  const nested = diagnostics.find((found) => found.code === "nested-section")!;
  assert.match(nested.message, /of step "a" is given without "### 1\.2 Check", which belongs to step "b"/);
});

test("sections that stand beside bound ones and belong to nobody are named", () => {
  const { diagnostics } = compileText(step("section_matcher: '### 1.1'"), options);
  assert.equal(diagnostics.map(({ code, file, range }) => [code, file, range.start.line]), [[
    "section-unused",
    "SKILL.md",
    13,
  ]]);
});

test("a section or a file is expanded where the author asks for it, with places in its file", () => {
  const places = (keys: string, files = {}) =>
    stepIn("context_schema: {n: {type: int}}\n" + step(`interpolate: true, ${keys}`), "a", { ...options, files })
      .references
      .map(({ kind, name, range }) => `${kind} ${name} ${range.start.line}:${range.start.column}-${range.end.column}`);
  assert.equal(places("section_matcher: '## 1.'"), ["input  7:10-19", "context n 11:12-25"]);
  assert.equal(places("section_matcher: Setext"), ["step b 24:15-20"]);
  assert.equal(places("file: x.md", { "x.md": "One\r\n  {{a}} {{ input }}\n" }), ["step a 2:3-8", "input  2:9-20"]);
  for (const { range } of stepIn(step("interpolate: true, section_matcher: '## 1.'"), "a", options).references) {
    assert.is(BODY.slice(range.start.offset, range.start.offset + 2), "{{");
    assert.is(BODY.slice(range.end.offset - 2, range.end.offset), "}}");
  }
});

test("a prompt is expanded unless the author says no", () => {
  assert.is(stepIn(step("prompt: 'See {{last}}.'")).references.length, 1);
  const off = stepIn(step("prompt: 'See {{last}}.', interpolate: false"));
  assert.is(off.interpolate, false);
  assert.equal(off.references, []);
});

const SCALARS: [name: string, yaml: string, expected: string[]][] = [
  ["plain", "prompt: See {{last}}.", ["4:15-23"]],
  ["quoted", "prompt: 'See {{last}}.'", ["4:16-24"]],
  ["literal", "prompt: |\n    {{last}}\n\n      See {{input}}\n    and {{last}}.", ["5:5-13", "7:11-20", "8:9-17"]],
  ["literal with an indentation of its own", "prompt: |2- # why\n     See {{last}}\n", ["5:10-18"]],
  ["escaped: the whole value", 'prompt: "\\x53ee {{last}}"', ["4:11-28"]],
  ["folded: the whole value", "prompt: >\n    See\n    {{last}}", ["4:11-6:13"]],
];

for (const [name, yaml, expected] of SCALARS) {
  for (const end of ["\n", "\r\n"]) {
    test(`places in a ${name} prompt${end === "\n" ? "" : " with CR LF"}`, () => {
      const text = `steps:\n- id: last\n  title: Last\n  ${yaml}\n`.replaceAll("\n", end);
      const { references } = stepIn(text, "last");
      assert.equal(
        references.map(({ range: { start, end } }) =>
          `${start.line}:${start.column}-${start.line === end.line ? "" : `${end.line}:`}${end.column}`
        ),
        expected,
      );
      if (expected.length === 1 && /whole/.test(name)) return;
      for (const { range } of references) {
        assert.match(text.slice(range.start.offset, range.end.offset), /^\{\{\w+\}\}$/);
      }
    });
  }
}

test("files: wanted once each, used when they come, and named when they don't", () => {
  const text =
    "steps:\n- {id: b, file: s/b.md}\n- {id: a, file: a.md}\n- {id: c, file: s/b.md}\n- {id: d, file: ../d.md}\n";
  const { workflow, diagnostics, needs } = compileText(text, { files: { "a.md": "Do.\n" } });
  assert.equal(needs, ["s/b.md"]);
  assert.is(workflow!.steps.a.instructions, "Do.\n");
  assert.equal(findings(diagnostics), ["path-escape 5:17"]);
  const missing = findMissingFiles(workflow!, new Map([["s/b.md", "no such file"]]));
  assert.equal(findings(missing), ["file-missing 2:17", "file-missing 4:17"]);
  assert.match(missing[0].message, /File "s\/b\.md" with the instructions of step "b" can't be read: no such file/);
});

test("an empty file is as bad as none", () => {
  const { diagnostics } = compileText(step("file: x.md"), { files: { "x.md": " \n" } });
  assert.equal(findings(diagnostics), ["instructions-missing 2:17"]);
});

test("a name of Object.prototype is no file", () => {
  assert.equal(compileText(step("file: toString")).needs, ["toString"]);
});

test("commands and dispatchers", () => {
  const { a, d } =
    workflowIn("steps:\n- {id: a, command: 'ls {x}'}\n- {id: d, parallel: [x], title: Plan}\n- {id: x, prompt: X.}\n")
      .steps;
  assert.is(a.instructions, "ls {x}");
  assert.is(a.interpolate, false);
  assert.equal(a.command!.run, "ls {x}");
  assert.is(a.command!.timeout, 300);
  assert.is(d.instructions, "");
  assert.is(d.source.kind, "parallel");
});

test("what many steps share of a long section is bounded", () => {
  const long = findSections(`# All\n\n${"word ".repeat(200_000)}\n`);
  const many = Array.from({ length: 20 }, (_, i) => `- {id: s${i}, section_matcher: '# All'}`).join("\n");
  const { workflow, diagnostics } = compileText(`steps:\n${many}\n`, { ...options, sections: long });
  assert.ok(findings(diagnostics).includes("too-large 10:29"), findings(diagnostics).join());
  assert.ok(JSON.stringify(workflow).length < 10_000_000);
});

test.run();
