import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "uvu";
import { fileURLToPath } from "node:url";
import * as assert from "uvu/assert";
import { placeWith } from "../engine/make_test_engine.ts";
import { runCli } from "./run_cli.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SKILL =
  '---\nname: tidy\ndescription: Tidies.\nworkflow:\n  steps:\n    - {id: a, prompt: A., branch: [{when: "GO BACK", goto: a}]}\n    - {id: b, prompt: B., loop: {max: 1, gate: "touch RAN; exit 1"}}\n---\nCall start_workflow.\n';
const GOOD = "name: Both steps\nsteps:\n  - { expect: a, answer: x }\n  - { expect: b, answer: y, verdicts: [pass] }\n";
const BAD =
  "steps:\n  - { expect: a, answer: x }\n  - { expect: b, answer: y, verdicts: [pass] }\npath: [a, c-like, b]\n"
    .replace("c-like", "a");
const BROKEN = "steps:\n  - { expct: a }\n";

test("the examples' scenarios pass, with no model and every step and edge walked", async () => {
  const { code, out } = await runCli(["test", "examples", "--min-coverage", "100", "--json"], { cwd: root });
  const { skills, passed, failed, ok } = JSON.parse(out);
  assert.equal([code, passed, failed, ok], [0, 7, 0, true]);
  assert.equal(
    skills.map(({ name }: { name: string }) => name),
    readdirSync(join(root, "examples")).filter((name) => existsSync(join(root, "examples", name, "SKILL.md"))).sort(),
  );
});

test("what `new` writes passes, portable and inline", async () => {
  const place = placeWith({});
  for (const [name, ...more] of [["one"], ["two", "--inline"]]) {
    await runCli(["new", name, ...more], { cwd: place.workspace });
    const { code, out } = await runCli(["test", name, "--coverage"], { cwd: place.workspace });
    assert.is(code, 0, out);
    assert.match(out, "1 scenario passed, 0 failed");
  }
  place.remove();
});

test("pretty: what passes, what fails with a diff, what can't be read with its source line; nothing is run", async () => {
  const place = placeWith({
    "skills/tidy/SKILL.md": SKILL,
    "skills/tidy/tests/a.yaml": GOOD,
    "skills/tidy/tests/b.yaml": BAD,
    "skills/tidy/tests/c.yml": BROKEN,
    "skills/tidy/tests/notes.md": "no scenario",
  });
  const { code, out, err } = await runCli(["test", "skills/tidy"], { cwd: place.workspace });
  assert.equal([code, err], [1, ""]);
  assert.is(
    out,
    `tidy skills/tidy/SKILL.md
  ✓ Both steps skills/tidy/tests/a.yaml
  ✗ b skills/tidy/tests/b.yaml
    skills/tidy/tests/b.yaml:4:7: The run took another path
      4 │ path: [a, a, b]
        │       ^^^^^^^^^
      - wanted
      + came

        a
      - a
        b
  ✗ skills/tidy/tests/c.yml
    skills/tidy/tests/c.yml:2:7: error [unknown-key] Unknown key "expct" in step 1, did you mean "expect"?
      2 │   - { expct: a }
        │       ^^^^^
      help: Known here: expect, answer, verdicts, approve, rejected, finish,
            retry

1 scenario passed, 2 failed
`,
  );
  assert.equal(readdirSync(place.workspace), ["skills"]);
  place.remove();
});

test("JSON: one value with problems, places, wanted and actual", async () => {
  const place = placeWith({ "skills/tidy/SKILL.md": SKILL, "skills/tidy/tests/b.yaml": BAD });
  const { code, out } = await runCli(["test", "skills", "--json"], { cwd: place.workspace });
  const { skills, passed, failed, ok } = JSON.parse(out);
  assert.equal([code, passed, failed, ok], [1, 0, 1, false]);
  const [scenario] = skills[0].scenarios;
  assert.equal(Object.keys(scenario).sort(), ["diagnostics", "end", "file", "name", "passed", "path", "problems"]);
  assert.equal(scenario.problems.map((one: { wanted: string[]; actual: string[] }) => [one.wanted, one.actual]), [
    [["a", "a", "b"], ["a", "b"]],
  ]);
  assert.equal(skills[0].coverage.edges, { covered: 2, all: 3, missing: [["a", "a"]] });
  place.remove();
});

test("coverage is shown when asked for, and when it's too low", async () => {
  const place = placeWith({ "skills/tidy/SKILL.md": SKILL, "skills/tidy/tests/a.yaml": GOOD });
  const cli = (...args: string[]) => runCli(["test", "skills", ...args], { cwd: place.workspace });
  assert.not.match((await cli()).out, "edges");
  assert.match((await cli("--coverage")).out, "tidy   2/2 100%  2/3 66%  a → a");
  assert.is((await cli("--min-coverage", "66")).code, 0);
  const low = await cli("--min-coverage", "67");
  assert.equal([low.code, low.err], [1, 'The scenarios of "tidy" walk less than 67 per cent of it\n']);
  assert.match(low.out, "a → a");
  assert.is((await cli("--min-coverage", "101")).code, 2);
  assert.is((await cli("--min-coverage", "most")).code, 2);
  place.remove();
});

test("nothing to play is a failure, a broken skill too, and no target is wrong usage", async () => {
  const place = placeWith({
    "skills/tidy/SKILL.md": SKILL,
    "skills/prose/SKILL.md": "---\nname: prose\ndescription: Only text.\n---\nText.\n",
    "broken/bent/SKILL.md": SKILL.replace("name: tidy", "name: bent").replace("goto: a", "goto: z"),
    "broken/bent/tests/a.yaml": GOOD,
  });
  const cli = (...args: string[]) => runCli(["test", ...args], { cwd: place.workspace });
  const none = await cli("skills");
  assert.equal([none.code, none.err], [1, "There is no scenario: write tests/<name>.yaml beside a skill\n"]);
  assert.not.match(none.out, "prose");
  const broken = await cli("broken");
  assert.is(broken.code, 1);
  assert.match(broken.out, "unknown-target");
  assert.is((await cli()).code, 2);
  place.remove();
});

test("a loose file has the scenarios that bear its name", async () => {
  const flat = "name: Flat\nsteps:\n  - {id: a, prompt: A.}\n  - {id: b, prompt: B., loop: {max: 1, gate: make}}\n";
  const place = placeWith({
    "workflows/one.yaml": flat,
    "workflows/tests/one.yaml": GOOD,
    "workflows/tests/one.more.yaml": GOOD,
    "workflows/tests/once.yaml": BROKEN,
  });
  const { code, out } = await runCli(["test", "workflows/one.yaml"], { cwd: place.workspace });
  assert.equal([code, out.includes("2 scenarios passed, 0 failed")], [0, true], out);
  place.remove();
});

test("many skills and scenarios side by side come out in order, and one that fails stops no other", async () => {
  const files: Record<string, string> = {};
  const names = Array.from({ length: 12 }, (_, i) => `s${String(i).padStart(2, "0")}`);
  for (const name of names) {
    files[`skills/${name}/SKILL.md`] = SKILL.replace("name: tidy", `name: ${name}`);
    for (const scenario of names) {
      files[`skills/${name}/tests/${scenario}.yaml`] = scenario === "s03" ? BAD : GOOD.replace("Both steps", scenario);
    }
  }
  const place = placeWith(files);
  const first = await runCli(["test", "skills"], { cwd: place.workspace });
  const marks = [...first.out.matchAll(/^ {2}([✓✗]) (\w+) /gm)].map(([, mark, name]) => mark + name);
  const wanted = names.flatMap(() => names.map((name) => name === "s03" ? "✗s03" : `✓${name}`));
  assert.equal(marks, wanted);
  assert.match(first.out, "132 scenarios passed, 12 failed");
  assert.is((await runCli(["test", "skills"], { cwd: place.workspace })).out, first.out);
  place.remove();
});

test("control characters of a scenario reach no terminal", async () => {
  const place = placeWith({
    "skills/tidy/SKILL.md": SKILL,
    "skills/tidy/tests/a.yaml": 'name: "\\e[2Jx"\nsteps: [{expect: a, answer: "\\e[31m", rejected: "\\e[0m"}]\n',
  });
  const { out } = await runCli(["test", "skills"], { cwd: place.workspace });
  assert.not.match(out, "\u001b");
  place.remove();
});

test.run();
