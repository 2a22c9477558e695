/** `graph` as a person types it: formats, sessions, skills with errors, and what it says where it can't. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "./run_cli.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

async function scratch(use: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "skill-workflow-graph-"));
  try {
    mkdirSync(join(cwd, "skills"));
    cpSync(join(root, "examples", "release-notes"), join(cwd, "skills", "release-notes"), { recursive: true });
    await use(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const STARTS: [format: string, start: string][] = [
  ["ascii", "release-notes\nloop · 5 steps\n\n  ●\n  ▼\n╭──"],
  ["mermaid", "flowchart TD\n"],
  ["dot", "digraph workflow {\n"],
  ["svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '],
];

for (const [format, start] of STARTS) {
  test(`--format ${format}`, () =>
    scratch(async (cwd) => {
      const { code, out, err } = await runCli(["graph", "release-notes", "--format", format], { cwd });
      assert.is(code, 0);
      assert.is(err, "");
      assert.ok(out.startsWith(start), out.slice(0, 200));
      const json = JSON.parse((await runCli(["graph", "release-notes", "--format", format, "--json"], { cwd })).out);
      assert.is(json.drawing, out);
      assert.equal(json.picture.nodes.map((node: { id: string }) => node.id), [
        "collect",
        "draft",
        "warn",
        "sign-off",
        "publish",
      ]);
    }));
}

test("the picture of the documentation is what the command prints", () =>
  scratch(async (cwd) => {
    const { out } = await runCli(["graph", "release-notes", "--format", "svg"], { cwd });
    const kept = readFileSync(join(root, "docs", "pictures", "release-notes.svg"), "utf8").replaceAll("\r\n", "\n");
    assert.is(out, kept);
  }));

test("a pipe has no colour and 80 columns, a terminal its own", () =>
  scratch(async (cwd) => {
    const plain = await runCli(["graph", "release-notes"], { cwd });
    // deno-lint-ignore no-control-regex
    assert.not.match(plain.out, /\u001b/);
    const coloured = await runCli(["graph", "release-notes"], { cwd, colour: true });
    // deno-lint-ignore no-control-regex
    assert.is(coloured.out.replace(/\u001b\[\d+m/g, ""), plain.out);
    assert.is.not(coloured.out, plain.out);
    const narrow = await runCli(["graph", "release-notes"], { cwd, width: 50 });
    assert.ok(narrow.out.split("\n").every((line) => [...line].length <= 50));
  }));

test("--session shows the way so far, and the end", () =>
  scratch(async (cwd) => {
    const answers = readFileSync(join(root, "examples", "release-notes", "answers.yaml"), "utf8");
    writeFileSync(join(cwd, "some.yaml"), answers.slice(0, answers.indexOf("- step_output: |\n    The user wants")));
    assert.is((await runCli(["run", "release-notes", "--answers", "some.yaml"], { cwd })).code, 1);
    const { out } = await runCli(["graph", "--session", "wf_release"], { cwd });
    assert.match(out, /loop · 5 steps · wf_release-notes_[0-9a-f]{8} · running · cycle 1/);
    assert.match(out, /│ Sign-off .*\n.*asks a person.*\n.*\n│ ▶ here /);
    assert.match(out, "if context.breaking ✓ ↓");
    assert.is(out.match(/✓ done/g)!.length, 3);
    const named = await runCli(["graph", "release-notes", "--session", "wf_release"], { cwd });
    assert.is(named.out, out);
    const svg = await runCli(["graph", "--session", "wf_release", "--format", "svg"], { cwd });
    assert.match(svg.out, 'class="step interactive now"');
  }));

test("a session of another workflow is named", () =>
  scratch(async (cwd) => {
    await runCli(["new", "other", "--dir", "skills"], { cwd });
    writeFileSync(join(cwd, "none.yaml"), "[]\n");
    await runCli(["run", "release-notes", "--answers", "none.yaml"], { cwd });
    const { code, err } = await runCli(["graph", "other", "--session", "wf_release"], { cwd });
    assert.is(code, 1);
    assert.match(err, /walks "release-notes", not "other": leave the skill out, or name another session/);
  }));

test("a workflow with errors is drawn, and the errors are pointed at", () =>
  scratch(async (cwd) => {
    writeFileSync(join(cwd, "bad.yaml"), "steps:\n  - {id: a, prompt: Go., next: b}\n  - {id: c, prompt: Go on.}\n");
    const { code, out, err } = await runCli(["graph", "bad.yaml"], { cwd });
    assert.is(code, 0);
    assert.match(err, /^warning: bad\.yaml has \d errors?: see skill-workflow validate\n$/);
    assert.match(out, "no such step");
  }));

const WRONG: [argv: string[], code: number, message: RegExp][] = [
  [["graph"], 2, /^Name the skill to draw, or a session\n/],
  [["graph", "release-notes", "--format", "png"], 2, /^--format wants one of ascii, mermaid, dot, svg, got "png"\n/],
  [["graph", "releas-notes"], 1, /did you mean "release-notes"\?/],
  [["graph", "--session", "wf_none"], 1, /There is no session "wf_none"/],
  [["graph", "reference.md"], 1, /The skill "reference" has no workflow, it is a reference: there is nothing to draw/],
];

for (const [argv, wanted, message] of WRONG) {
  test(`${argv.join(" ")} fails with ${wanted}`, () =>
    scratch(async (cwd) => {
      writeFileSync(join(cwd, "reference.md"), "---\nname: reference\ndescription: b\n---\nText.\n");
      const { code, out, err } = await runCli(argv, { cwd });
      assert.is(code, wanted);
      assert.is(out, "");
      assert.match(err, message);
    }));
}

test.run();
