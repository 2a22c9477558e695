import { test } from "uvu";
import * as assert from "uvu/assert";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlace } from "../mcp/connect.ts";
import { type Ran, runCli } from "./run_cli.ts";

const SKILL = `---
name: shipit
description: Ships.
workflow:
  steps:
    - {id: write, prompt: Write., next: check}
    - {id: check, prompt: Check., verify: {command: test -f green, attempts: 1}, next: push}
    - {id: push, command: test -f pushed, expect: success, next: tell}
    - {id: tell, prompt: Tell., end: true}
---
Call start_workflow.
`;

/** A person at a terminal, who types what is asked for. */
function person(cwd: string): (argv: string[], env?: Record<string, string>) => Promise<Ran> {
  const home = { HOME: join(cwd, ".home"), USERPROFILE: join(cwd, ".home"), PATH: process.env.PATH ?? "" };
  return (argv, env = { SKILL_WORKFLOW_TRUST: "1" }) =>
    runCli(argv, {
      cwd,
      interactive: true,
      terminal: true,
      env: { ...home, APPDATA: join(cwd, ".home"), LOCALAPPDATA: join(cwd, ".home"), ...env },
      ask: (question: string) => Promise.resolve(/type (\w+) /.exec(question)?.[1] ?? null),
    });
}

async function withPlace(run: (cwd: string, type: ReturnType<typeof person>) => Promise<void>): Promise<void> {
  const place = makePlace();
  const cwd = place.workspace;
  try {
    mkdirSync(join(cwd, "skills", "shipit"), { recursive: true });
    writeFileSync(join(cwd, "skills", "shipit", "SKILL.md"), SKILL);
    await run(cwd, person(cwd));
  } finally {
    place.remove();
  }
}

function expectSay(ran: Ran, code: number, ...texts: (string | RegExp)[]): void {
  assert.is(ran.code, code, `${ran.out}${ran.err}`);
  for (const text of texts) assert.match(ran.out + ran.err, text);
}

test("a person retries, sends back and resumes what has halted, and the journal has it all", async () => {
  await withPlace(async (cwd, type) => {
    const call = (tool: string, args: object) => type(["call", tool, JSON.stringify(args)]);
    expectSay(await call("start_workflow", { skill_name: "shipit", workspace_dir: cwd }), 0, "Write.");
    await call("next_step", { step_output: "text" });
    expectSay(await call("next_step", { step_output: "checked" }), 0, "loop_exhausted");
    expectSay(await type(["sessions"]), 0, "halted");
    // A red gate stays red.
    expectSay(await type(["sessions", "retry"]), 0, "halted");
    writeFileSync(join(cwd, "green"), "");
    // Now the gate is green, and the command after it fails.
    expectSay(await type(["sessions", "retry", "--reason", "it is green now"]), 0, "expectation_failed");
    const again = await call("next_step", { step_output: "an answer that nobody asked for" });
    expectSay(again, 0, "expectation_failed", "what was sent with this call wasn't taken");
    expectSay(await type(["sessions", "back", "wf_", "write", "--reason", "once more"]), 0, "# write");
    await call("next_step", { step_output: "better text" });
    writeFileSync(join(cwd, "pushed"), "");
    expectSay(await call("next_step", { step_output: "checked" }), 0, "# tell");
    expectSay(await call("end_workflow", { status: "paused", final_summary: "lunch" }), 0, "paused");
    expectSay(await type(["sessions", "resume"]), 0, "# tell");
    expectSay(await call("next_step", { step_output: "told" }), 0, "completed");
    const shown = await type(["sessions", "show", "wf_"]);
    expectSay(shown, 0, "it is green now", "once more", "lunch", /retry|retried/, /back/, /resume/, "exit code 1");
    const { timeline } = JSON.parse((await type(["sessions", "show", "wf_", "--format", "json"])).out);
    assert.ok(Array.isArray(timeline) && timeline.length >= 14, `${timeline?.length} lines`);
    expectSay(await type(["sessions", "replay", "wf_"]), 0, "the digest is the same");
    expectSay(await type(["sessions", "salvage", "wf_"]), 0, "nothing was changed");
  });
});

test("a command that a person's word leads to runs to its end, and only where it's trusted", async () => {
  await withPlace(async (cwd, type) => {
    const slow = SKILL.replace("test -f pushed", "sleep 0.3; touch pushed").replace("test -f green", "test -f red");
    writeFileSync(join(cwd, "skills", "shipit", "SKILL.md"), slow);
    const call = (tool: string, args: object) => type(["call", tool, JSON.stringify(args)]);
    await call("start_workflow", { skill_name: "shipit", workspace_dir: cwd });
    await call("next_step", { step_output: "text" });
    expectSay(await call("next_step", { step_output: "checked" }), 0, "loop_exhausted");
    writeFileSync(join(cwd, "red"), "");
    expectSay(await type(["sessions", "retry"], {}), 0, "Nobody has trusted the commands");
    assert.not(existsSync(join(cwd, "pushed")));
    expectSay(await call("next_step", { step_output: "checked" }), 0, "# tell");
    rmSync(join(cwd, "pushed"));
    expectSay(await type(["sessions", "back", "wf_", "check"]), 0, "# check");
    expectSay(await call("next_step", { step_output: "checked" }), 0, "# tell");
    assert.is(readFileSync(join(cwd, "pushed"), "utf8"), "");
  });
});

test.run();
