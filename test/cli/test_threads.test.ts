import { spawnSync } from "node:child_process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { dealFiles, testSkills } from "../../lib/cli/test/test_skills.ts";
import { placeWith } from "../engine/make_test_engine.ts";
import { program } from "../mcp/connect.ts";
import { runCli } from "./run_cli.ts";

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: Tidies.\nworkflow:\n  steps:\n    - {id: a, prompt: A.}\n    - {id: b, prompt: B.}\n---\nCall start_workflow.\n`;
const GOOD = "steps:\n  - { expect: a, answer: x }\n  - { expect: b, answer: y }\n";
const BAD = "steps:\n  - { expect: b, answer: y }\n";

/** Enough for two threads: every seventh scenario fails. */
function manyScenarios(): Record<string, string> {
  const files: Record<string, string> = { "skills/one/SKILL.md": skill("one"), "skills/two/SKILL.md": skill("two") };
  for (let i = 0; i < 120; i++) {
    files[`skills/${i % 3 === 0 ? "one" : "two"}/tests/s${i}.yaml`] = i % 7 === 0 ? BAD : GOOD;
  }
  files["skills/none/SKILL.md"] = skill("none").replace("steps:", "stops:");
  return files;
}

test("many scenarios come out in other threads as they do in one", async () => {
  const place = placeWith(manyScenarios());
  const here = await runCli(["test", "skills", "--coverage", "--json"], { cwd: place.workspace });
  const { command, args, env } = program({ ...place, home: place.workspace }, [
    "test",
    "skills",
    "--coverage",
    "--json",
  ]);
  const there = spawnSync(command, args, { cwd: place.workspace, env, encoding: "utf8" });
  assert.equal(JSON.parse(there.stdout), JSON.parse(here.out));
  assert.equal([there.status, here.code], [1, 1]);
  assert.is(JSON.parse(there.stdout).failed, 18);
  place.remove();
});

test("every file goes into one share, and every skill into the first", () => {
  const skills = [["a", "b", "c", "d", "e"], [], ["f"]].map((names, i) => ({
    target: { name: `${i}` } as never,
    files: names.map((shown) => ({ path: `/${shown}`, shown })),
  }));
  const dealt = dealFiles(skills, 3).map((share) =>
    share.map(({ target, files }) => `${(target as { name: string }).name}:${files.map(({ shown }) => shown).join("")}`)
  );
  assert.equal(dealt, [["0:ad", "1:", "2:"], ["0:be"], ["0:c", "2:f"]]);
});

test("a thread that fails is told, and what it couldn't play", async () => {
  const place = placeWith(manyScenarios());
  const targets = ["one", "two"].map((name) => ({
    name,
    scope: "path" as const,
    file: `${place.workspace}/skills/${name}/SKILL.md`,
    folder: `${place.workspace}/skills/${name}`,
    shown: `skills/${name}/SKILL.md`,
    shadows: [],
  }));
  const broken = new URL("data:text/javascript,throw new Error('the thread broke')");
  const told = await testSkills(targets, broken, 2).then(() => "", (error) => error.message);
  assert.match(told, "the thread broke");
  const code = 'import { parentPort, workerData } from "node:worker_threads";' +
    'parentPort.postMessage(workerData.map(() => ({ scenarios: [], problem: "it was gone" })));';
  const skills = await testSkills(targets, new URL(`data:text/javascript,${encodeURIComponent(code)}`), 2);
  assert.equal(skills.map(({ problem }) => problem), ["it was gone", "it was gone"]);
  place.remove();
});

test.run();
