import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { agentFiles } from "../../lib/host/agent/agent_folder.ts";
import type { LaunchPlan } from "../../lib/host/agent/live/launch_plan.ts";
import { livePlace, reviewer } from "./live_place.ts";

/** What each task comes to, in this order, in one live session. */
const CASES: [mode: LaunchPlan["mode"], tasks: [task: string, wanted: string | RegExp][]][] = [
  ["stream-json", [
    ["hello", "You are the reviewer.\n\nhello"],
    ["hello", "hello"],
    ["background", "the helper says 42"],
    ["queued", "that was all"],
    ["told", "the helper says 43"],
    ["merged", "the helper said 44"],
    ["between", "the helper says 45"],
    ["leftover", "of this one"],
    ["hello", "hello"],
    ["login", /failed: Not logged in/],
    ["limit", /failed: too many turns/],
    ["session", /^claude-\d+ new$/],
    ["half", "as far as I got"],
  ]],
  ["exec-json", [
    ["hello", "You are the reviewer.\n\nhello"],
    ["hello", "hello"],
    ["session", /^thread-\d+$/],
    ["fail", /failed: the model is down/],
    ["exit", /failed: it ended with code 3/],
  ]],
];

for (const [mode, tasks] of CASES) {
  test(`${mode}: the traps of its events`, async () => {
    const { agents, workspace } = livePlace(mode);
    const machine = agents();
    for (const [task, wanted] of tasks) {
      const got = await machine.ask(reviewer, workspace, task, { timeout: 60_000 }).catch((error: Error) =>
        error.message
      );
      if (typeof wanted === "string") assert.is(got, wanted, task);
      else assert.match(got, wanted, task);
    }
    await machine.close();
    assert.is(machine.state(reviewer, workspace), "resumable");
  });

  test(`${mode}: a session is gone on with, and one that the client has lost begins anew`, async () => {
    const { agents, workspace, state } = livePlace(mode);
    const ask = async (task: string) => {
      const machine = agents();
      const answer = await machine.ask(reviewer, workspace, task, { timeout: 60_000 });
      await machine.close();
      return answer;
    };
    const first = await ask("session");
    const again = await ask("session");
    assert.match(first, / new$|^new$/);
    assert.match(again, / again$|^thread-/);
    const { session } = agentFiles(state, workspace, reviewer.name);
    mkdirSync(dirname(session), { recursive: true });
    writeFileSync(session, JSON.stringify({ format: 1, client: "Scripted", session: "gone-1" }));
    assert.is(await ask("hello"), "You are the reviewer.\n\nhello");
  });
}

test("a client that ends in the middle says its last words", async () => {
  const { agents, workspace } = livePlace("stream-json");
  const machine = agents();
  const why = await machine.ask(reviewer, workspace, "exit", { timeout: 60_000 }).catch((error: Error) =>
    error.message
  );
  assert.match(why, /ended with code 3, having written: out of paper/);
  await machine.close();
});

test.run();
