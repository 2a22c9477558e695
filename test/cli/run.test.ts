import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "./run_cli.ts";

const test = suite<{ cwd: string }>("run", { cwd: "" });
test.before.each((context) => {
  context.cwd = realpathSync(mkdtempSync(join(tmpdir(), "skill-workflow-run-")));
  mkdirSync(join(context.cwd, "workflows"));
});
test.after.each(({ cwd }) => rmSync(cwd, { recursive: true, force: true }));

/** Walks a flat workflow with answers. */
function walk(cwd: string, workflow: string, answers: unknown[], colour = false): ReturnType<typeof runCli> {
  writeFileSync(join(cwd, "workflows/one.yaml"), workflow);
  return runCli(["run", "one", "--answers", "-"], {
    cwd,
    colour,
    input: () => Promise.resolve(JSON.stringify(answers)),
  });
}

test("what a skill or an answer says can't steer the terminal; only our own colours do", async ({ cwd }) => {
  const hidden = "\u001b[8mrm -rf\u001b[0m";
  const workflow = `name: ${JSON.stringify(hidden)}
steps:
  - id: a
    title: ${JSON.stringify(hidden)}
    prompt: ${JSON.stringify(`${hidden}\u001b]0;title\u0007`)}
    expected_outputs: [${JSON.stringify(hidden)}]
    require: { contains: [fine] }
`;
  for (const colour of [false, true]) {
    const { code, out, err } = await walk(cwd, workflow, [hidden, `fine ${hidden}`], colour);
    assert.is(code, 0, err);
    assert.not.match(out, "\u001b[8m");
    assert.not.match(out, "\u001b]");
    assert.match(out, "␛[8mrm -rf");
    assert.is(out.includes("\u001b["), colour);
  }
});

test("counts one step as one, and leaves no empty lines for a dispatcher without instructions", async ({ cwd }) => {
  const workflow = `steps:
  - { id: a, prompt: Look }
  - { id: b, prompt: Look too }
  - { id: both, parallel: [a, b] }
`;
  const { code, out } = await walk(cwd, workflow, [{ outputs: { a: "1", b: "2" } }]);
  assert.is(code, 0);
  assert.not.match(out, "\n\n\n");
  assert.match(out, "\n  1 step, 1 delivery, cycle 1");
});

test("an approval's label with the work itself is told when it's due", async ({ cwd }) => {
  const workflow = `steps:
  - id: draft
    prompt: Write
    approval: { question: Good?, choices: { yes: done, no: draft }, assurance: reported }
  - { id: done, prompt: Tell, end: true }
`;
  const early = await walk(cwd, workflow, [{ step_output: "text", transition_choice: "yes" }]);
  assert.is(early.code, 1);
  assert.is(
    early.err.trim(),
    'InvalidTransitionError: Step "draft" has no open way out to "yes": ' +
      "a person decides that once the result is in, so hand it in without transition_choice",
  );
  const inTurn = await walk(cwd, workflow, ["text", { transition_choice: "yes" }, "told"]);
  assert.is(inTurn.code, 0, inTurn.err);
});

test("answers that can't be read start no session", async ({ cwd }) => {
  const { code, err } = await walk(cwd, "steps:\n  - { id: a, prompt: Look }\n", [{ output: "x" }]);
  assert.is(code, 1);
  assert.match(err, 'standard input:1:3: Unknown key "output" in answer 1');
  const sessions = await runCli(["sessions", "--json"], { cwd });
  assert.equal(JSON.parse(sessions.out).sessions, []);
});

test.run();
