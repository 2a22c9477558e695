import { Ajv } from "ajv";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { editorSchema } from "../../lib/cli/editor_schema.ts";
import { placeWith } from "../engine/make_test_engine.ts";
import { runCli } from "./run_cli.ts";

const BAD =
  "---\nname: tidy\ndescription: Tidies it: all of it\nworkflow:\n  steps:\n    - {id: a, prompt: A., next: bb}\n    - {id: b, prompt: B.}\n---\nCall start_workflow.\n";
const GOOD = "---\nname: good\ndescription: Is good.\n---\nText.\n";

const place = placeWith({ "skills/tidy/SKILL.md": BAD, "skills/good/SKILL.md": GOOD });
const cli = (...args: string[]) => runCli(args, { cwd: place.workspace });

test("errors give exit code 1, warnings alone 0, wrong usage 2", async () => {
  assert.is((await cli("validate", "skills")).code, 1);
  assert.is((await cli("validate", "skills/good")).code, 0);
  assert.is((await cli("validate")).code, 2);
  assert.is((await cli("validate", "skills/good", "--format", "xml")).code, 2);
  assert.is((await cli("validate", "skills/good", "--max-warnings", "x")).code, 2);
  assert.is((await cli("validate", "skills/nothing")).code, 1);
});

test("the pretty form names place, source line, carets, help and repair, without colour", async () => {
  const { out } = await cli("validate", "skills/tidy");
  assert.match(out, "skills/tidy/SKILL.md:6:33: error [unknown-target]");
  assert.match(out, "  6 │     - {id: a, prompt: A., next: bb}\n    │                                 ^^");
  assert.match(out, "fix:");
  assert.not.match(out, "\u001b");
});

test("JSON is one value, the same on every run, for folders, globs and several targets", async () => {
  const first = await cli("validate", "skills", "--json");
  assert.is((await cli("validate", "skills/*", "--json")).out, first.out);
  const { files, ok } = JSON.parse(first.out);
  assert.equal([files.map((file: { name: string }) => file.name), ok], [["good", "tidy"], false]);
});

test("GitHub's annotations are escaped", async () => {
  const { out } = await cli("validate", "skills/tidy", "--format", "github");
  assert.match(
    out,
    /^::error file=skills\/tidy\/SKILL\.md,line=6,endLine=6,col=33,endColumn=35,title=unknown-target::/m,
  );
  assert.is(out.trim().split("\n").every((line) => line.startsWith("::")), true);
});

test("SARIF fits its schema", async () => {
  const { out } = await cli("validate", "skills", "--format", "sarif");
  const require = createRequire(import.meta.url);
  const schema = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const check = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(withoutId(schema));
  assert.ok(check(JSON.parse(out)), JSON.stringify(check.errors?.slice(0, 3)));
  assert.is(
    JSON.parse(out).runs[0].results.some((result: { ruleId: string }) => result.ruleId === "unknown-target"),
    true,
  );
});

/** The schema is of draft 04, which named itself with `id`. */
function withoutId({ id: _id, $schema: _schema, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

test("--fix repairs, keeps the rest byte for byte, and has nothing left to do the second time", async () => {
  const fixing = placeWith({ "skills/tidy/SKILL.md": `\uFEFF${BAD.replaceAll("\n", "\r\n")}` });
  const file = join(fixing.workspace, "skills/tidy/SKILL.md");
  const run = (...args: string[]) => runCli(["validate", "skills/tidy", ...args], { cwd: fixing.workspace });
  const before = readFileSync(file, "utf8");
  assert.match((await run("--fix", "--dry-run")).out, '+description: "Tidies it: all of it"');
  assert.is(readFileSync(file, "utf8"), before);
  await run("--fix");
  const after = readFileSync(file, "utf8");
  assert.is(after, before.replace("Tidies it: all of it", '"Tidies it: all of it"').replace("next: bb", "next: b"));
  await run("--fix");
  assert.is(readFileSync(file, "utf8"), after);
  assert.is((await run("--max-warnings", "0")).code, 0);
  fixing.remove();
});

test("--explain prints the proof, and the path where it fails", async () => {
  const trap = placeWith({
    "skills/trap/SKILL.md":
      "---\nname: trap\ndescription: Traps.\nworkflow:\n  steps:\n    - {id: a, prompt: A., branch: [{when: GO, goto: b}], end: true}\n    - {id: b, prompt: B., next: b}\n---\nCall start_workflow.\n",
  });
  const { out } = await runCli(["validate", "skills/trap", "--explain"], { cwd: trap.workspace });
  assert.match(out, "✓ Every step can be reached");
  assert.match(out, "✗ Every step can come to an end");
  assert.match(out, /✗ b:/);
  trap.remove();
});

test("explain knows every finding, and near names", async () => {
  assert.match((await cli("explain", "unknown-target")).out, "# `unknown-target`");
  const unknown = await cli("explain", "unknown-targt");
  assert.is(unknown.code, 1);
  assert.match(unknown.err, 'did you mean "unknown-target"');
  assert.ok(JSON.parse((await cli("explain", "--json")).out).rules.length > 70);
});

test("the editors' schemas take the examples and refuse what is misspelt", async () => {
  const ajv = new Ajv({ strict: false });
  const read = (path: string) => readFileSync(new URL(`../../examples/${path}`, import.meta.url), "utf8");
  const workflow = ajv.compile(editorSchema("workflow"));
  assert.ok(workflow(parse(read("release-notes/workflow.yaml"))), JSON.stringify(workflow.errors));
  const head = ajv.compile(editorSchema("front-matter"));
  for (const name of ["work-cycle", "sort-faults", "release-notes"]) {
    assert.ok(head(parse(read(`${name}/SKILL.md`).split("---\n")[1])), JSON.stringify(head.errors));
  }
  assert.not.ok(workflow({ workflow: { steps: [{ id: "a", promt: "A." }] } }));
  assert.match((await cli("schema", "workflow")).out, '"properties"');
  assert.is((await cli("schema", "wokflow")).code, 2);
});

test.after(() => place.remove());

test.run();
