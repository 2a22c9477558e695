/** `--fix` on every broken input of the messages: the second time there is nothing left to do, and no file was lost. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { casesOf, fixtures } from "./message_cases.ts";
import { runCli } from "./run_cli.ts";

const CASES = [...fixtures()].flatMap(([name, text]) => casesOf(name, text))
  .filter(({ argv, fixture }) => fixture !== "command-lines.md" && argv[0] === "validate" && argv.length === 2);

function snapshot(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true }).map(String).sort();
  return Object.fromEntries(
    paths.filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path)).toString("base64")]),
  );
}

let repaired = 0;
for (const { fixture, title, files, argv, wanted } of CASES) {
  test(`${fixture}: ${title}`, async () => {
    const cwd = mkdtempSync(join(tmpdir(), "skill-workflow-fix-"));
    try {
      for (const { path, bytes } of files) {
        mkdirSync(dirname(join(cwd, path)), { recursive: true });
        writeFileSync(join(cwd, path), bytes);
      }
      const before = snapshot(cwd);
      if (!wanted.includes("(validate --fix)")) {
        await runCli([...argv, "--fix"], { cwd });
        return assert.equal(snapshot(cwd), before);
      }
      repaired++;
      await runCli([...argv, "--fix", "--dry-run"], { cwd });
      assert.equal(snapshot(cwd), before, "a dry run writes nothing");
      await runCli([...argv, "--fix"], { cwd });
      const after = snapshot(cwd);
      assert.equal(Object.keys(after), Object.keys(before));
      assert.not.equal(after, before);
      assert.is((await runCli([...argv, "--fix", "--dry-run"], { cwd })).out, "Nothing to repair\n");
      await runCli([...argv, "--fix"], { cwd });
      assert.equal(snapshot(cwd), after);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
}

test("many of them can be repaired", () => assert.ok(repaired >= 20, `${repaired}`));

test.run();
