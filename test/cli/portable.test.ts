/** `validate --fix --portable` as a person types it. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { validate } from "skills-ref";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "./run_cli.ts";

const example = fileURLToPath(new URL("../../examples/sort-faults", import.meta.url));

async function scratch(use: (cwd: string, folder: string) => Promise<void>): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "skill-workflow-fix-"));
  try {
    cpSync(example, join(cwd, "sort-faults"), { recursive: true });
    await use(cwd, join(cwd, "sort-faults"));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

test("moves, says so, and leaves what the standard's own validator accepts", () =>
  scratch(async (cwd, folder) => {
    assert.is.not((await validate(folder)).length, 0);
    const { code, out, err } = await runCli(["validate", "./sort-faults", "--fix", "--portable"], { cwd });
    assert.is(code, 0);
    assert.is(err, "sort-faults/SKILL.md: portable now, 4 new files beside it\n");
    assert.is(out, "✓ 1 file checked, nothing found\n");
    assert.equal(readdirSync(join(folder, "steps")).sort(), ["judge.md", "mend.md", "plan.md"]);
    assert.equal(await validate(folder), []);
  }));

test("--dry-run shows every file and writes none", () =>
  scratch(async (cwd, folder) => {
    const { code, out } = await runCli(["validate", "./sort-faults", "--fix", "--portable", "--dry-run"], { cwd });
    assert.is(code, 1);
    for (const file of ["SKILL.md", "workflow.yaml", "steps/judge.md", "steps/mend.md", "steps/plan.md"]) {
      assert.match(out, `+++ sort-faults/${file}`);
    }
    assert.match(out, "+  workflow: workflow.yaml\n");
    assert.equal(readdirSync(folder).sort(), ["SKILL.md", "answers.yaml", "tests"]);
  }));

test("without --portable an inline skill stays inline, and --portable alone is wrong usage", () =>
  scratch(async (cwd, folder) => {
    assert.is((await runCli(["validate", "./sort-faults", "--fix"], { cwd })).code, 0);
    assert.not(existsSync(join(folder, "workflow.yaml")));
    const { code, err } = await runCli(["validate", "./sort-faults", "--portable"], { cwd });
    assert.is(code, 2);
    assert.match(err, /^--portable goes with --fix\n/);
  }));

test("repairs are made first; what can't be moved is said, and fails", () =>
  scratch(async (cwd) => {
    const text =
      "---\nname: both\ndescription: Does this: and that\nworkflow:\n  steps:\n    - {id: a, prompt: Go.}\n---\nstart_workflow\n";
    writeFileSync(join(cwd, "both.md"), text);
    const first = await runCli(["validate", "./both.md", "--fix", "--portable"], { cwd });
    assert.is(first.code, 0, first.err + first.out);
    assert.match(first.err, "1 repair made");
    assert.match(
      readFileSync(join(cwd, "both.md"), "utf8"),
      /^---\nname: both\ndescription: "Does this: and that"\nmetadata:\n/,
    );
    writeFileSync(join(cwd, "other.md"), text.replace("both", "other"));
    const second = await runCli(["validate", "./other.md", "--fix", "--portable"], { cwd });
    assert.is(second.code, 1);
    assert.match(second.err, "other.md: stays inline: workflow.yaml is already there: rename or delete it\n");
  }));

test.run();
