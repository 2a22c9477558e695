import { test } from "uvu";
import * as assert from "uvu/assert";
import { FILE_START } from "../../lib/diagnostic.ts";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { TEXT_RULES, textFinding } from "../../lib/skill/text_rules.ts";
import { SOURCE_RULES } from "../../lib/workflow/source_rules.ts";

const HEAD = "name: a\ndescription: b\n";
const inFrontMatter = (fields: string) => `---\n${fields}---\n`;

/** A smallest text for each rule. */
const TEXTS: Record<string, string | Uint8Array> = {
  "bad-workflow-file": inFrontMatter(`${HEAD}workflow: []\n`),
  "duplicate-key": inFrontMatter(`${HEAD}name: c\n`),
  "host-field": inFrontMatter(`${HEAD}model: c\n`),
  "inline-workflow": inFrontMatter(`${HEAD}workflow: {steps: [{id: a, prompt: b}]}\n`),
  "kind-mismatch": inFrontMatter(`${HEAD}metadata: {kind: c}\n`),
  "missing-description": inFrontMatter("name: a\n"),
  "missing-name": inFrontMatter("description: b\n"),
  "no-front-matter": "# Heading\n",
  "no-trigger": inFrontMatter(`${HEAD}workflow: {steps: [{id: a, prompt: b}]}\n`),
  "not-utf8": new Uint8Array([0xff]),
  "nul-character": "\0",
  "second-front-matter": `${inFrontMatter(HEAD)}${inFrontMatter(HEAD)}`,
  "standard-limit": inFrontMatter("name: A\ndescription: b\n"),
  "tab-indentation": inFrontMatter(`${HEAD}metadata:\n\tc: d\n`),
  "truncated-scalar": inFrontMatter("name: a\ndescription: b #c\n"),
  "unclosed-front-matter": `---\n${HEAD}`,
  "unquoted-colon": inFrontMatter("name: a\ndescription: b: c\n"),
  "utf-16": new Uint8Array([0xff, 0xfe]),
  "yaml-syntax": inFrontMatter(`${HEAD}license: [\n`),
};

test("each rule is raised by a text, with its severity", () => {
  // A file that can't be read has no text.
  const rules = TEXT_RULES.filter(({ code }) => code !== "unreadable-file");
  assert.equal(Object.keys(TEXTS), rules.map(({ code }) => code));
  for (const { code, severity } of rules) {
    const found = readSkill(TEXTS[code]).diagnostics.find((one) => one.code === code);
    assert.is(found?.severity, severity, code);
  }
});

test("rules are in order, unlike the compiler's, and say what they find", () => {
  const codes = TEXT_RULES.map(({ code }) => code);
  assert.equal(codes, [...codes].sort());
  assert.not.ok(SOURCE_RULES.some(({ code }) => codes.includes(code)));
  for (const { code, summary, stage } of TEXT_RULES) {
    assert.match(code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.match(summary, /^[A-Z].*[^.]$/);
    assert.is(stage, "source");
  }
});

test("what is shared with the compiler is listed there, with the same severity", () => {
  for (const code of ["file-missing", "path-escape", "reserved-name", "too-large", "unknown-key"] as const) {
    const listed = SOURCE_RULES.find((rule) => rule.code === code);
    assert.is(textFinding(code, { message: "", range: FILE_START }).severity, listed?.severity, code);
  }
});

test("messages and helps keep the written style", () => {
  for (const [code, text] of Object.entries(TEXTS)) {
    for (const { message, help } of readSkill(text).diagnostics) {
      assert.match(message, /^[A-Z].*[^.]$/, `${code}: ${message}`);
      if (help !== undefined) assert.match(help, /^[A-Z].*[^.]$/, `${code}: ${help}`);
    }
  }
});

test.run();
