/** `run --dry-run` says everything that could happen, and does nothing of it. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { runCli } from "./run_cli.ts";

const fan = fileURLToPath(new URL("../fixtures/draw/fan.yaml", import.meta.url));

async function scratch(use: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "skill-workflow-dry-"));
  try {
    cpSync(fan, join(cwd, "fan.yaml"));
    await use(cwd);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

test("every step once, every way out, commands, files, approvals and trust", () =>
  scratch(async (cwd) => {
    const { code, out, err } = await runCli(["run", "./fan.yaml", "--dry-run"], { cwd });
    assert.is(code, 0);
    assert.is(err, "");
    assert.is(
      out,
      `Fan out and ship dry run: 8 steps, nothing is run or written

1. Look around (look)
   reads    prompt
   verify   npm run lint && npm test -- --coverage (300 s)
   repeats  at most 3 times, then halt
   then     → scouts (implied)

2. Send scouts (scouts, dispatcher)
   files    notes/left.md, notes/right.md
   ├ Look left (left)
      reads    prompt
      result   isn't empty
   ├ Look right (right)
      reads    prompt
   ├ Look far ahead, farther than anybody has ever looked (far)
      reads    prompt
   then     → fix (implied)

3. Fix it (fix)
   reads    prompt
   repeats  until "ALL_DONE", at most 5 times, then ask
   then     when met → build (implied)
            after 5 times → ask

4. build (command)
   runs     make -j4 all (300 s)
   then     says "RETRY" → look
            else → ask (implied)

5. Ship it? (ask)
   reads    prompt
   asks     May it go out today? (yes / no / later; reported)
   then     person: yes → ship
            person: no → fix
            person: later → look

6. Ship "<b>&amp;</b>" #quot; %%{init: {}}%% \\n $$x$$ \`code\` (ship)
   reads    prompt
   then     if context.n > 3 && context.n < 100 && visits['ship'] < 3 && cycle_number < 10 → look
            if context.n == 2 → fix
            else → decide

7. 1. Decide 決める 🐢 (decide, loop_decision)
   reads    prompt
   then     if context.n > 0 → look
            else → done
            or ended here → end (implied)

8. - Done (done, terminal)
   then     → end (implied)

Shortest ways to an end
  look → scouts → fix → ask → ship → decide → end
  look → scouts → fix → ask → ship → decide → done → end

! Its 2 commands may not run in this workspace yet: skill-workflow trust fan
  ${out.split("\n").at(-2)!.trim()}
`,
    );
    assert.match(out, /Nobody has trusted the commands of "fan"/);
    assert.equal(readdirSync(cwd), ["fan.yaml"], "nothing was written");
  }));

test("--json", () =>
  scratch(async (cwd) => {
    const dry = JSON.parse((await runCli(["run", "./fan.yaml", "--dry-run", "--json"], { cwd })).out);
    assert.is(dry.trusted, false);
    assert.equal(dry.steps.map((step: { id: string }) => step.id), [
      "look",
      "scouts",
      "fix",
      "build",
      "ask",
      "ship",
      "decide",
      "done",
    ]);
    assert.equal(dry.steps[2].ways, [
      { to: "build", when: ["when met"], implied: true },
      { to: "ask", when: ["after 5 times"], implied: false },
    ]);
    assert.equal(dry.steps[1].files, ["notes/left.md", "notes/right.md"]);
    assert.is(dry.steps[3].commands[0].run, "make -j4 all");
    assert.equal(dry.steps[4].path, ["look", "scouts", "fix", "ask"]);
    assert.equal(dry.paths.map((path: string[]) => path.at(-1)), ["decide", "done"]);
  }));

test("a workflow without commands needs no trust", () =>
  scratch(async (cwd) => {
    writeFileSync(join(cwd, "plain.yaml"), "steps:\n  - {id: a, prompt: Go.}\n");
    const { out } = await runCli(["run", "./plain.yaml", "--dry-run"], { cwd });
    assert.match(out, /It runs no commands: there is nothing to trust\n$/);
    assert.not(existsSync(join(cwd, ".skill-workflow")));
    assert.not(existsSync(join(cwd, ".home")));
  }));

test("it doesn't take answers, and it names what keeps a workflow from starting", () =>
  scratch(async (cwd) => {
    const both = await runCli(["run", "./fan.yaml", "--dry-run", "--answers", "a.yaml"], { cwd });
    assert.is(both.code, 2);
    assert.match(both.err, /^--dry-run shows every way at once: leave out --answers\n/);
    writeFileSync(join(cwd, "bad.yaml"), "steps:\n  - {id: a, prompt: Go., next: b}\n");
    const bad = await runCli(["run", "./bad.yaml", "--dry-run"], { cwd });
    assert.is(bad.code, 1);
    assert.match(bad.err, "unknown-target");
  }));

test.run();
