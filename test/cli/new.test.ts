/** `new` writes a skill with which nothing is wrong, by our rules and by the standard's own validator. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { validate } from "skills-ref";
import { parse } from "yaml";
import { newSkill } from "../../lib/host/new_skill.ts";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { validateFile } from "../../lib/host/validate_file.ts";
import { loadSkill } from "../../lib/host/load_skill.ts";
import { nextCommand } from "../../lib/host/engine/arguments.ts";
import { start } from "../../lib/session/start.ts";
import { step } from "../../lib/session/step.ts";
import { runCli } from "./run_cli.ts";

async function scratch(use: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-new-"));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const target = (folder: string, path: string) => resolveSkill(path, { workspace: folder, home: folder });

for (const name of ["tidy-up", "a", "1e3", "null", "x".repeat(64)]) {
  test(`portable ${name.slice(0, 10)}: no diagnostic, and the standard's validator is content`, () =>
    scratch(async (folder) => {
      const { code, out } = await runCli(["new", name, "--json"], { cwd: folder });
      assert.is(code, 0);
      const written = JSON.parse(out);
      assert.equal(written, {
        name,
        folder: join(folder, ".agents", "skills", name),
        files: [
          "SKILL.md",
          "steps/check.md",
          "steps/look.md",
          "steps/report.md",
          "steps/work.md",
          "tests/two-rounds.yaml",
          "workflow.yaml",
        ],
      });
      assert.equal(validateFile(target(folder, name)).diagnostics, []);
      assert.equal(await validate(written.folder), []);
    }));
}

test("inline: only the notice that it is inline", () =>
  scratch(async (folder) => {
    const { code } = await runCli(["new", "tidy-up", "--inline", "--dir", "mine"], { cwd: folder });
    assert.is(code, 0);
    assert.equal(readdirSync(join(folder, "mine", "tidy-up")).sort(), ["SKILL.md", "tests"]);
    const { diagnostics } = validateFile(target(folder, "./mine/tidy-up"));
    assert.equal(diagnostics.map(({ code, severity }) => `${severity} ${code}`), ["info inline-workflow"]);
  }));

for (const form of ["portable", "inline"] as const) {
  test(`${form}: the scenario comes to its end`, () =>
    scratch((folder) => {
      const { folder: made } = newSkill({ name: "tidy-up", root: folder, form });
      const { workflow } = loadSkill(target(folder, "./tidy-up")).skill!;
      const scenario = parse(readFileSync(join(made, "tests", "two-rounds.yaml"), "utf8"));
      const at = "2026-01-01T00:00:00Z";
      let state = start(workflow!, { id: "wf_x_00000000", at, input: scenario.input });
      for (const { expect, answer, rejected } of scenario.steps) {
        assert.is(state.step, expect);
        state = step(state, { type: "deliver", at, door: "library", turn: state.turn, ...nextCommand(answer) });
        assert.is(state.last_rejection !== null, rejected === true);
      }
      assert.is(state.status, scenario.end);
    }));
}

test("nothing is overwritten", () =>
  scratch(async (folder) => {
    newSkill({ name: "tidy-up", root: join(folder, ".agents", "skills"), form: "portable" });
    const file = join(folder, ".agents", "skills", "tidy-up", "SKILL.md");
    writeFileSync(file, "mine\n");
    const { code, out, err } = await runCli(["new", "tidy-up"], { cwd: folder });
    assert.is(code, 1);
    assert.is(out, "");
    assert.match(err, /is already there, and nothing is overwritten: choose another name or --dir\n$/);
    assert.is(readFileSync(file, "utf8"), "mine\n");
  }));

const NAMES: [name: string, hint: string][] = [
  ["Tidy Üp", 'got "Tidy Üp": did you mean "tidy-up"?'],
  ["tidy--up", 'did you mean "tidy-up"?'],
  ["-tidy", 'did you mean "tidy"?'],
  ["../tidy", 'did you mean "tidy"?'],
  ["tidy/up", 'did you mean "tidy-up"?'],
  ["..", 'got ".."'],
  ["", 'got ""'],
  ["x".repeat(65), "has 65 characters"],
];

for (const [name, hint] of NAMES) {
  test(`the name ${JSON.stringify(name.slice(0, 20))} is refused`, () =>
    scratch(async (folder) => {
      const { code, err } = await runCli(["new", "--", name], { cwd: folder });
      assert.is(code, 1);
      assert.ok(err.includes(hint), err);
      assert.equal(readdirSync(folder), []);
    }));
}

test("one name is wanted", () =>
  scratch(async (folder) => {
    assert.is((await runCli(["new"], { cwd: folder })).code, 2);
    assert.is((await runCli(["new", "a", "b"], { cwd: folder })).code, 2);
  }));

test.run();
