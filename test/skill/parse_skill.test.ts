import { test } from "uvu";
import * as assert from "uvu/assert";
import { SectionNotFoundError, WorkflowParseError, WorkflowSchemaError } from "../../lib/error.ts";
import { parseSkill } from "../../lib/skill/parse_skill.ts";
import { readSkill, type ReadSkillOptions } from "../../lib/skill/read_skill.ts";
import { short } from "./read_case.ts";

const HEAD = "name: tidy\ndescription: Tidies.\n";
const STEPS = "steps:\n  - {id: one, prompt: Go.}\n  - {id: two, file: steps/two.md}\n";
const FILE = `workflow:\n${STEPS.replace(/^/gm, "  ").trimEnd()}\n`;
const PORTABLE = `---\n${HEAD}metadata: {kind: workflow, workflow: workflow.yaml}\n---\nCall start_workflow.\n`;
const found = (text: string, options: ReadSkillOptions = {}) => short(readSkill(text, options).diagnostics);

test("a skill without a workflow is a reference", () => {
  const skill = parseSkill(`---\n${HEAD}size: 2\n---\n\n# A\n\nText\n`, { path: "a/tidy.md" });
  assert.equal({ ...skill, sections: skill.sections.map(({ line }) => line), diagnostics: short(skill.diagnostics) }, {
    name: "tidy",
    description: "Tidies.",
    kind: "reference",
    path: "a/tidy.md",
    frontMatter: { name: "tidy", description: "Tidies.", size: 2 },
    body: "# A\n\nText\n",
    bodyOffset: 49,
    sections: ["# A"],
    diagnostics: ["info unknown-key 4:1"],
    needs: [],
  });
});

test("the inline form", () => {
  const skill = parseSkill(`---\n${HEAD}workflow:\n  steps:\n    - {id: one, title: One}\n---\n# One\n\nGo.\n`);
  assert.is(skill.kind, "workflow");
  assert.is(skill.workflow?.form, "inline");
  assert.is(skill.workflow?.name, "tidy");
  assert.is(skill.workflow?.steps.one.instructions, "Go.");
  assert.equal(short(skill.diagnostics).filter((one) => !one.includes("section")), [
    "info inline-workflow 4:1",
    "info no-trigger 8:1",
  ]);
  assert.not.ok(
    found(`---\n${HEAD}workflow:\n${STEPS.replace(/^/gm, "  ").trimEnd()}\n---\nCall start_workflow.\n`).includes(
      "no-trigger",
    ),
  );
});

test("the portable form asks for its files one after the other", () => {
  const path = "skills/tidy/SKILL.md";
  const first = parseSkill(PORTABLE, { path });
  assert.is(first.kind, "workflow");
  assert.is(first.workflow, undefined);
  assert.equal(first.needs, ["workflow.yaml"]);
  const second = parseSkill(PORTABLE, { path, files: { "workflow.yaml": `\uFEFF${FILE}` } });
  assert.equal(second.needs, ["steps/two.md"]);
  const whole = parseSkill(PORTABLE, { path, files: { "workflow.yaml": FILE, "steps/two.md": "Stop.\n" } });
  assert.equal(whole.needs, []);
  assert.equal(whole.diagnostics, []);
  assert.is(whole.workflow?.form, "portable");
  assert.is(whole.workflow?.file, "skills/tidy/workflow.yaml");
  assert.is(whole.workflow?.steps.two.instructions.trim(), "Stop.");
  assert.equal(whole.frontMatter.metadata, { kind: "workflow", workflow: "workflow.yaml" });
});

test("what can't be read is a finding, once its reader says so", () => {
  const missing = new Map([["workflow.yaml", "doesn't exist"], ["steps/two.md", "is a folder"]]);
  const one = readSkill(PORTABLE, { missing });
  assert.equal(short(one.diagnostics), ["error file-missing 4:38"]);
  assert.match(one.diagnostics[0].message, `"workflow.yaml" can't be read: doesn't exist`);
  assert.equal(one.skill?.needs, ["workflow.yaml"]);
  const two = readSkill(PORTABLE, { missing, files: { "workflow.yaml": FILE } });
  assert.equal(short(two.diagnostics), ["error file-missing 4:23"]);
  assert.is(two.diagnostics[0].file, "workflow.yaml");
});

test("what is wrong in the workflow's file has its place there", () => {
  const table: [file: string, found: string[]][] = [
    ["workflow:\n  steps:\n    - {id: one, prompt: Go., end: [}\n", ["error yaml-syntax 3:35"]],
    ["", ["error bad-workflow-file 1:1"]],
    ["steps: []\n", ["error bad-workflow-file 1:1", "error unknown-key 1:1"]],
    ["worfklow:\n  steps: []\n", ["error bad-workflow-file 1:1", "error unknown-key 1:1"]],
    ["workflow: []\n", ["error bad-workflow-file 1:1"]],
    ["- a\n", ["error bad-workflow-file 1:1"]],
    [`enforce: hard\n${FILE}`, ["error unknown-key 1:1"]],
    ["workflow:\n  steps:\n    - {id: one, prompt: Go., titel: a}\n", ["error unknown-key 3:30"]],
    ["a\0", ["error nul-character 1:2"]],
  ];
  for (const [file, wanted] of table) {
    const { diagnostics } = readSkill(PORTABLE, {
      path: "t/tidy/SKILL.md",
      files: { "workflow.yaml": file, "steps/two.md": "x" },
    });
    assert.equal(short(diagnostics).filter((one) => !one.includes("standard-limit")), wanted, file);
    assert.ok(
      diagnostics.every(({ code, file }) => code === "standard-limit" || file === "t/tidy/workflow.yaml"),
      file,
    );
  }
});

test("a path stays inside the skill's folder", () => {
  for (
    const path of [
      "../w.yaml",
      "/w.yaml",
      "a/../../w.yaml",
      "C:\\\\w.yaml",
      "a\\\\w.yaml",
      "file:w.yaml",
      ".",
      "~/w.yaml",
    ]
  ) {
    const text = `---\n${HEAD}metadata: {kind: workflow, workflow: "${path}"}\n---\nCall start_workflow.\n`;
    const { skill, diagnostics } = readSkill(text, { files: { [path]: FILE } });
    assert.equal(short(diagnostics), ["error path-escape 4:38"], path);
    assert.equal(skill?.needs, [], path);
    assert.is(skill?.workflow, undefined);
  }
  const proto = PORTABLE.replace("workflow.yaml", "__proto__");
  assert.equal(readSkill(proto, { files: {} }).skill?.needs, ["__proto__"]);
});

test("the flat form and a workflow file are recognised by their path", () => {
  const table: [path: string, text: string, name: string, form: string][] = [
    ["workflows/fix-bug.yaml", STEPS, "fix-bug", "flat"],
    ["fix.v2.yml", STEPS, "fix.v2", "flat"],
    ["a/fix-bug/workflow.yaml", STEPS, "fix-bug", "flat"],
    ["workflow.yml", STEPS, "workflow", "flat"],
    ["a\\fix-bug\\workflow.yml", FILE, "fix-bug", "portable"],
    ["b.YAML", `description: What\n${STEPS}`, "b", "flat"],
  ];
  for (const [path, text, name, form] of table) {
    const skill = parseSkill(text, { path, files: { "steps/two.md": "x" } });
    assert.equal([skill.name, skill.kind, skill.workflow?.form], [name, "workflow", form], path);
    assert.is(skill.workflow?.file, path);
    assert.equal(skill.frontMatter, {});
  }
  assert.is(parseSkill(`description: What\n${STEPS}`, { path: "b.yaml" }).description, "What");
  const { skill, diagnostics } = readSkill("name: a\n", { path: "b.yaml" });
  assert.is(skill?.kind, "workflow");
  assert.equal(short(diagnostics), ["error bad-workflow-file 1:1", "error unknown-key 1:1"]);
});

test("metadata.kind agrees", () => {
  const inline = "workflow:\n  steps:\n    - {id: one, prompt: Go.}\n";
  const table: [fields: string, at: string | undefined][] = [
    ["metadata: {kind: reference}\n", undefined],
    ["metadata: {kind: }\n", undefined],
    [`metadata: {kind: workflow}\n${inline}`, undefined],
    ["metadata: {kind: workflow}\n", "4:18"],
    [`metadata: {kind: reference}\n${inline}`, "4:18"],
    ["metadata: {kind: reference, workflow: w.yaml}\n", "4:18"],
    ["metadata: {kind: tool}\n", "4:18"],
    ["metadata: {kind: [a]}\n", "4:18"],
  ];
  for (const [fields, at] of table) {
    const mismatches = found(`---\n${HEAD}${fields}---\n`).filter((one) => one.includes("kind-mismatch"));
    assert.equal(mismatches, at ? [`error kind-mismatch ${at}`] : [], fields);
  }
});

test("only one workflow, and somebody else's key isn't ours", () => {
  const table: [fields: string, kind: string, found: string[]][] = [
    ["metadata: {workflow: none of yours}\n", "reference", []],
    ["metadata: {workflow: w.yaml}\n", "workflow", ["info no-trigger 6:1"]],
    ["metadata: {kind: workflow, workflow: }\n", "workflow", ["error bad-workflow-file 4:28", "info no-trigger 6:1"]],
    ["metadata: {kind: workflow, workflow: [a]}\n", "workflow", [
      "error bad-workflow-file 4:28",
      "warning standard-limit 4:28",
      "info no-trigger 6:1",
    ]],
    ["workflow: w.yaml\n", "workflow", ["error bad-workflow-file 4:1", "info no-trigger 6:1"]],
    ["workflow:\n", "workflow", ["error bad-workflow-file 4:1", "info no-trigger 6:1"]],
    ["workflow: {steps: []}\nmetadata: {workflow: w.yaml}\n", "workflow", [
      "error bad-workflow-file 5:12",
      "info no-trigger 7:1",
    ]],
  ];
  for (const [fields, kind, wanted] of table) {
    const { skill, diagnostics } = readSkill(`---\n${HEAD}${fields}---\n`);
    assert.is(skill?.kind, kind, fields);
    assert.equal(short(diagnostics), wanted, fields);
  }
});

test("nothing is concluded from a text that can't be read", () => {
  const { skill, diagnostics } = readSkill(`---\n${HEAD}metadata:\n\tkind: tool\nworkflow: [\n---\n# A\n`, {
    path: "x/SKILL.md",
  });
  assert.equal(short(diagnostics), ["error tab-indentation 5:1", "error yaml-syntax 6:11"]);
  assert.equal([skill?.name, skill?.kind, skill?.workflow, skill?.sections.length], ["tidy", "workflow", undefined, 1]);
  for (const text of ["a", "- a", "name:x"]) {
    assert.equal(found(`---\n${text}\n---\n`), ["error no-front-matter 2:1"], text);
  }
});

test("throws the most specific error, with every finding", () => {
  const inline = (steps: string, fields = "") => `---\n${HEAD}${fields}workflow:\n  steps:\n    - ${steps}\n---\n# A\n`;
  const table: [text: string, kind: new (...args: never[]) => Error, message: RegExp][] = [
    ["Text", WorkflowParseError, /^Skill has an error\nline:1:1: No front matter/],
    [inline("{id: a, section_matcher: B}"), SectionNotFoundError, /^Skill "tidy" has an error\n/],
    [inline("{id: a, section_matcher: B, nxt: c}"), WorkflowSchemaError, /has 2 errors\n[^]*"nxt"/],
    [inline("{id: a, section_matcher: B, nxt: c, nxt: d}"), WorkflowParseError, /twice/],
    [inline("{id: a, section_matcher: A}", "metadata: {kind: tool}\n"), WorkflowParseError, /metadata.kind/],
  ];
  for (const [text, kind, message] of table) {
    try {
      parseSkill(text);
      assert.unreachable(text);
    } catch (error) {
      assert.is((error as Error).constructor, kind, `${error}`);
      assert.match((error as Error).message, message);
      assert.equal((error as WorkflowParseError).diagnostics, readSkill(text).diagnostics);
    }
  }
  assert.throws(
    () => parseSkill(inline("{id: a, prompt: b, x: 1}"), { path: "a/b.md" }),
    /\na\/b\.md:6:26: Unknown key "x"/,
  );
});

test.run();
