import { test } from "uvu";
import * as assert from "uvu/assert";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { repaired, short } from "./read_case.ts";

const GOOD = "name: tidy-up\ndescription: Tidies.\n";
const read = (fields: string, path = "tidy-up/SKILL.md") => readSkill(`---\n${fields}---\n`, { path });

test("wants a name and a description", () => {
  const table: [fields: string, found: string[]][] = [
    ["", ["error missing-description 1:1", "error missing-name 1:1"]],
    ["# nothing\n", ["error missing-description 1:1", "error missing-name 1:1"]],
    ["name: tidy-up\n", ["error missing-description 1:1"]],
    ["description: b\n", ["error missing-name 1:1"]],
    ["name:\ndescription: ''\n", ["error missing-name 2:1", "error missing-description 3:1"]],
    ["name: [a]\ndescription: {b: c}\n", ["error missing-name 2:1", "error missing-description 3:1"]],
    ["name: ~\ndescription: ' '\n", ["error missing-name 2:1", "error missing-description 3:1"]],
  ];
  for (const [fields, found] of table) assert.equal(short(read(fields).diagnostics), found, fields);
});

test("holds each field to the standard's limits, one finding a field", () => {
  const table: [fields: string, at: string | undefined, message?: RegExp][] = [
    [GOOD, undefined],
    ["name: Tidy_Up\ndescription: b\n", "2:7", /is "Tidy_Up" and holds "T".*; the folder is "tidy-up"/],
    ["name: -a--\ndescription: b\n", "2:7", /begins or ends with a hyphen; holds two hyphens in a row; is/],
    ["name: other\ndescription: b\n", "2:7", /is "other", but the folder is "tidy-up"$/],
    ["name: a b\ndescription: b\n", "2:7", /holds " "/],
    [`name: tidy-up\ndescription: ${"x".repeat(1024)}\n`, undefined],
    [`name: tidy-up\ndescription: ${"x".repeat(1025)}\n`, "3:14", /has 1025 characters, the limit is 1024/],
    [`name: tidy-up\ndescription: ${"😀".repeat(1024)}\n`, undefined],
    [`${GOOD}compatibility: ${"x".repeat(500)}\n`, undefined],
    [`${GOOD}compatibility: ${"x".repeat(501)}\n`, "4:16", /has 501 characters, the limit is 500/],
    [`${GOOD}compatibility: [a]\n`, "4:16", /is a list, wanted a text/],
    [`${GOOD}license: MIT\n`, undefined],
    [`${GOOD}license: {a: b}\n`, "4:10", /is a mapping, wanted a text/],
    [`${GOOD}metadata: {a: b, c: 1.0, d: true, e: 2026-01-02}\n`, undefined],
    [`${GOOD}metadata:\n`, undefined],
    [`${GOOD}metadata: text\n`, "4:11", /is "text", wanted a mapping/],
    [`${GOOD}metadata: {a: [b], c: {d: e}, f: g}\n`, "4:12", /holds more than texts under "a", "c"$/],
    [`${GOOD}allowed-tools: Read Bash(git add, git rm)\n`, undefined],
    [`${GOOD}allowed-tools: Read, Grep\n`, "4:16", /commas/],
    [`${GOOD}allowed-tools: [Read, Grep]\n`, "4:16", /is a list, wanted a text/],
  ];
  for (const [fields, at, message] of table) {
    const { diagnostics } = read(fields);
    assert.equal(short(diagnostics), at ? [`warning standard-limit ${at}`] : [], fields.slice(0, 60));
    if (message) assert.match(diagnostics[0].message, message);
  }
});

test("compares the name with the folder of a SKILL.md only", () => {
  const table: [path: string | undefined, name: string, found: number][] = [
    ["a/tidy-up/SKILL.md", "tidy-up", 0],
    ["C:\\skills\\tidy-up\\SKILL.md", "tidy-up", 0],
    ["a/tidy-up/skill.md", "other", 1],
    ["SKILL.md", "other", 0],
    ["./SKILL.md", "other", 0],
    ["a/tidy-up/workflow.md", "other", 0],
    ["a/other.md", "tidy-up", 0],
    [undefined, "other", 0],
    ["cafe\u0301/SKILL.md", "café", 0],
    ["日本/SKILL.md", "日本", 0],
    [`${"a".repeat(65)}/SKILL.md`, "a".repeat(65), 1],
  ];
  for (const [path, name, found] of table) {
    const { diagnostics } = readSkill(`---\nname: ${name}\ndescription: b\n---\n`, path === undefined ? {} : { path });
    assert.is(diagnostics.length, found, `${path} ${name}`);
  }
});

test("writes the tools as the standard wants them", () => {
  const table: [before: string, after: string][] = [
    ["Read, Grep,Bash(git add, git rm)", '"Read Grep Bash(git add, git rm)"'],
    ["[Read, 'Bash(ls: *)']", '"Read Bash(ls: *)"'],
    ['"Read, Grep"', '"Read Grep"'],
  ];
  for (const [before, after] of table) {
    const text = `---\n${GOOD}allowed-tools: ${before}\n---\n`;
    const fixed = repaired(text, readSkill(text).diagnostics);
    assert.is(fixed, `---\n${GOOD}allowed-tools: ${after}\n---\n`);
    assert.equal(readSkill(fixed).diagnostics, []);
  }
  const block = `---\n${GOOD}allowed-tools:\n  - Read # only\n  - Grep\n---\n`;
  assert.equal(readSkill(block).diagnostics.map(({ repair }) => repair), [undefined]);
});

test("names fields of hosts and unknown ones, with the near name", () => {
  const fields = `${GOOD}model: small\nallowed_tools: Read\nwhen_to_use: often\nlicence: MIT\nqqqqqq: 1\n`;
  const { diagnostics } = read(fields);
  assert.equal(short(diagnostics), [
    "info host-field 4:1",
    "info unknown-key 5:1",
    "info host-field 6:1",
    "info unknown-key 7:1",
    "info unknown-key 8:1",
  ]);
  assert.match(diagnostics[1].message, 'did you mean "allowed-tools"');
  assert.match(diagnostics[3].message, 'did you mean "license"');
  assert.not.match(diagnostics[4].message, "did you mean");
});

test.run();
