import { test } from "uvu";
import * as assert from "uvu/assert";
import { SectionNotFoundError, WorkflowParseError, type WorkflowSchemaError } from "../../lib/error.ts";
import { parseSkill } from "../../lib/skill/parse_skill.ts";
import { bytesOf, readCase, repaired, short } from "./read_case.ts";

const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);
const thrownBy = (name: string, skill: string): unknown => {
  try {
    parseSkill(bytesOf(name, skill), { path: `${skill}/SKILL.md` });
  } catch (error) {
    return error;
  }
  throw new Error(`${name}/${skill} was parsed`);
};

test("01-colon-in-description", () => {
  const table: [skill: string, column: number, description: string][] = [
    ["harness-tidy", 32, "Tidies the harness: hooks first, then rules"],
    ["yes-or-no", 35, 'Answers "yes" or "no": never both \\ never neither'],
  ];
  for (const [name, column, description] of table) {
    const { skill, diagnostics } = readCase("01-colon-in-description", name);
    assert.equal(short(diagnostics), [`warning unquoted-colon 3:${column}`]);
    assert.is(skill?.description, description);

    const text = decode(bytesOf("01-colon-in-description", name));
    const fixed = repaired(text, diagnostics);
    const [before, after] = [text.split("\n"), fixed.split("\n")];
    assert.ok(after[2].startsWith("description: ") && after[2] !== before[2]);
    assert.equal(after.filter((_, i) => i !== 2), before.filter((_, i) => i !== 2));

    const again = readCase("01-colon-in-description", name, () => fixed);
    assert.equal(again.diagnostics, []);
    assert.is(again.skill?.description, description);
    assert.equal(Object.keys(again.skill!.frontMatter), Object.keys(skill!.frontMatter));
  }
  assert.is(readCase("01-colon-in-description", "harness-tidy").skill?.frontMatter.license, "MIT");
});

test("02-colon-hides-policy", () => {
  const keeps = readCase("02-colon-hides-policy", "keeps-policy");
  assert.equal(short(keeps.diagnostics.filter(({ severity }) => severity !== "info")), ["warning unquoted-colon 3:28"]);
  assert.is(keeps.skill?.frontMatter["allowed-tools"], "Read");
  assert.is(keeps.skill?.workflow?.initial, "look");
  assert.is(keeps.skill?.workflow?.steps.look.enforce, "hard");

  const loses = readCase("02-colon-hides-policy", "loses-policy");
  assert.equal(short(loses.diagnostics), ["warning unquoted-colon 3:28", "error yaml-syntax 4:16"]);
  assert.is(loses.diagnostics[1].file, "loses-policy/SKILL.md");
  assert.is(loses.skill?.kind, "workflow");
  assert.is(loses.skill?.workflow, undefined);
  const error = thrownBy("02-colon-hides-policy", "loses-policy") as WorkflowParseError;
  assert.is(error.name, "WorkflowParseError");
  assert.match(error.message, "loses-policy/SKILL.md:4:16");
});

test("03-bom-and-crlf", () => {
  const bytes = bytesOf("03-bom-and-crlf", "night-shift");
  assert.equal([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.not.match(decode(bytes), /[^\r]\n/);
  const { skill, diagnostics } = readCase("03-bom-and-crlf", "night-shift");
  assert.equal(short(diagnostics), ["info unknown-key 4:1"]);
  assert.match(diagnostics[0].message, "mood");
  assert.is(skill?.name, "night-shift");
  assert.is(skill?.description, "Sorts the night post.");
  assert.not.match(JSON.stringify(skill!.frontMatter), /\uFEFF|\\r/);
  assert.ok(skill?.body.startsWith("# Night shift"));
  assert.is(skill?.sections[0].heading, "Night shift");
});

test("04-utf16-from-a-shell-redirect", () => {
  const table: [skill: string, mark: number[], name: string][] = [
    ["post-le", [0xff, 0xfe], "UTF-16 LE"],
    ["post-be", [0xfe, 0xff], "UTF-16 BE"],
  ];
  for (const [skill, mark, name] of table) {
    assert.equal([...bytesOf("04-utf16-from-a-shell-redirect", skill).subarray(0, 2)], mark);
    const read = readCase("04-utf16-from-a-shell-redirect", skill);
    assert.equal(short(read.diagnostics), ["error utf-16 1:1"]);
    const [{ message, help, file }] = read.diagnostics;
    assert.match(message, name);
    assert.match(help!, "Save the file as UTF-8");
    assert.not.match(`${message} ${help}`, /fence|front matter/i);
    assert.is(file, `${skill}/SKILL.md`);
    assert.is(read.skill, undefined);
    assert.instance(thrownBy("04-utf16-from-a-shell-redirect", skill), WorkflowParseError);
  }
});

test("05-latin1-byte", () => {
  const bytes = [...bytesOf("05-latin1-byte", "corner-shop")];
  assert.is(bytes.indexOf(0xe9), 48);
  assert.is(bytes.indexOf(0xc3), -1);
  const { skill, diagnostics } = readCase("05-latin1-byte", "corner-shop");
  assert.equal(short(diagnostics), ["error not-utf8 3:27"]);
  assert.match(diagnostics[0].message, /byte offset 48\b/);
  assert.is(skill, undefined);
  assert.instance(thrownBy("05-latin1-byte", "corner-shop"), WorkflowParseError);

  const ok = readCase("05-latin1-byte", "corner-shop-ok");
  assert.equal(ok.diagnostics, []);
  assert.is(ok.skill?.description, "Opens the café at nine.");
});

test("06-dashes-inside-a-value", () => {
  const { skill, diagnostics } = readCase("06-dashes-inside-a-value", "before-after");
  assert.equal(diagnostics, []);
  assert.is(skill?.description, "Compares before --- and after --- in one table.");
  assert.is(skill?.frontMatter.compatibility, "first line of the note --- last line of the note\n");
  assert.is(skill?.frontMatter["allowed-tools"], "Read");
  assert.ok(skill?.body.startsWith("# Before and after"));
  assert.match(skill!.body, "Above the rule.");
  assert.match(skill!.body, "Below the rule.");
  const text = decode(bytesOf("06-dashes-inside-a-value", "before-after"));
  assert.is(text.split("\n")[8], "---");
  assert.is(skill!.bodyOffset, text.indexOf("# Before and after"));
});

test("07-scalars-that-lose-text", () => {
  const { skill, diagnostics } = readCase("07-scalars-that-lose-text", "door-count");
  assert.equal(short(diagnostics), ["warning truncated-scalar 3:38"]);
  assert.match(diagnostics[0].message, "#12 and every later one");
  assert.match(diagnostics[0].help!, '"Counts doors for ticket #12 and every later one"');
  assert.is(skill?.description, "Counts doors for ticket");
  assert.is(skill?.frontMatter.compatibility, "Needs C# or F# support");
  assert.equal(skill?.frontMatter.metadata, { version: "1.10", since: "2026-01-02" });

  const fixed = repaired(decode(bytesOf("07-scalars-that-lose-text", "door-count")), diagnostics);
  const again = readCase("07-scalars-that-lose-text", "door-count", () => fixed);
  assert.equal(again.diagnostics, []);
  assert.is(again.skill?.description, "Counts doors for ticket #12 and every later one");
});

test("08-misspelt-step-keys", () => {
  const { diagnostics } = readCase("08-misspelt-step-keys", "fold-laundry");
  assert.equal(short(diagnostics).filter((line) => !/inline-workflow|no-trigger/.test(line)), [
    "info unknown-key 4:1",
    "error unknown-key 7:3",
    "error unknown-key 12:7",
    "error unknown-key 18:7",
  ]);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const near = [["initial_setp", "initial_step"], ["mandatd_tools", "mandated_tools"], ["constrains", "constraints"]];
  near.forEach(([written, meant], i) => {
    assert.match(errors[i].message, written);
    assert.match(errors[i].message, meant);
  });
  const error = thrownBy("08-misspelt-step-keys", "fold-laundry") as WorkflowSchemaError;
  assert.is(error.name, "WorkflowSchemaError");
  assert.equal(error.diagnostics, diagnostics);
});

test("11-section-number-prefix", () => {
  const order = readCase("11-section-number-prefix", "pack-order");
  assert.equal(order.diagnostics.filter(({ severity }) => severity !== "info"), []);
  assert.equal(order.skill?.sections.map(({ line }) => line), [
    "# Pack an order",
    "### 3.10 Close the box",
    "### 3.1 Weigh the box",
  ]);
  const { weigh, close } = order.skill!.workflow!.steps;
  assert.is(weigh.instructions, "Write the weight on the lid.");
  assert.is(close.instructions, "Tape the lid twice.");

  const nothing = readCase("11-section-number-prefix", "pack-nothing");
  const errors = nothing.diagnostics.filter(({ severity }) => severity === "error");
  assert.equal(short(errors), ["error section-missing 9:24"]);
  for (const heading of ["### 4.2", "# Pack nothing", "### 3.10 Close the box", "### 3.1 Weigh the box"]) {
    assert.match(errors[0].message, heading);
  }
  const error = thrownBy("11-section-number-prefix", "pack-nothing") as Error;
  assert.instance(error, SectionNotFoundError);
  assert.match(error.message, "### 3.10 Close the box");
});

test.run();
