import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { root, underDeno } from "../gate/runtimes.ts";
import { talk } from "./talk.ts";

const page = readFileSync(join(root, "docs", "deno.md"), "utf8");
/** The permissions of each command on the page. */
const commands = [...page.matchAll(/^```sh no-run\ndeno run \\\n([^]*?)^ {2}jsr:/gm)].map(([, flags]) =>
  flags.split("\n").map((line) => line.trim().replace(/ \\$/, "")).filter((line) => line !== "")
);
const GATE = 'loop: {max: 2, gate: "echo fine > done.txt"}, ';

test("the page has one command without a shell and one with", () => {
  assert.equal(commands.map((flags) => flags.some((flag) => flag.startsWith("--allow-run"))), [false, true]);
  assert.not.ok(commands.flat().some((flag) => ["-A", "--allow-all", "--allow-read", "--allow-write"].includes(flag)));
});

/** The step after the first, or what was said instead. */
async function walked(flags: string[], gate: string): Promise<string> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "skill-workflow-deno-")));
  try {
    const [workspace, home, sources] = ["workspace", "home", "sources"].map((name) => join(base, name));
    const skill = join(workspace, "skills", "tidy");
    mkdirSync(skill, { recursive: true });
    mkdirSync(home);
    mkdirSync(sources);
    // What `deno publish` puts into the package.
    for (const name of ["mod.ts", "cli.ts", "lib", "mcp", "deno.json"]) {
      cpSync(join(root, name), join(sources, name), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(sources, "node_modules"));
    writeFileSync(
      join(skill, "SKILL.md"),
      `---\nname: tidy\ndescription: Tidies.\nworkflow:\n  steps:\n    - {id: look, ${gate}prompt: Look.}\n` +
        `    - {id: tidy, prompt: Tidy., end: true}\n---\nCall start_workflow.\n`,
    );
    const filled = flags.map((flag) => flag.replaceAll("$PWD", workspace).replaceAll("$HOME", home));
    const trust = gate === "" ? [] : ["--trust"];
    const replies = await talk(
      [process.execPath, "run", "--no-prompt", "--no-check", ...filled, join(sources, "cli.ts"), "serve", ...trust],
      {
        cwd: workspace,
        env: { HOME: home, DENO_DIR: process.env.DENO_DIR ?? join(process.env.HOME ?? "", ".cache", "deno") },
        calls: [
          { name: "start_workflow", arguments: { skill_name: "tidy", workspace_dir: workspace } },
          { name: "next_step", arguments: { step_output: "done" } },
        ],
      },
    );
    return replies.at(-1) ?? "";
  } finally {
    rmSync(base, { recursive: true });
  }
}

if (underDeno && process.platform !== "win32") {
  test("the published sources serve a workflow with the permissions that the page gives", async () => {
    for (const [flags, gate] of [[commands[0], ""], [commands[1], GATE]] as const) {
      assert.match(await walked(flags, gate), "# tidy (step 2 of 2)");
    }
  });

  test("each permission is needed", async () => {
    for (const left of commands[1]) {
      const reply = await walked(commands[1].filter((flag) => flag !== left), GATE);
      assert.not.match(reply, "# tidy (step 2 of 2)", left);
    }
  });
}

test.run();
