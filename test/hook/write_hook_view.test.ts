import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createFileStore } from "../../lib/host/file_store.ts";
import type { StoredSession } from "../../lib/host/session_store.ts";
import { nodeHookFiles } from "../../lib/host/hook/node_machine.ts";
import { runHook } from "../../lib/host/hook/run_hook.ts";
import { makeHookView, writeHookView } from "../../lib/host/hook/write_hook_view.ts";
import { isHookView } from "../../lib/host/hook/hook_view.ts";
import { parseSkill, start, step } from "../../mod.ts";
import { scratch } from "../host/scratch.ts";

const at = "2026-01-01T00:00:00.000Z";
const SKILL = `---
name: three-jars
description: Fills three jars one after the other.
workflow:
  steps:
    - {id: red, prompt: Fill the red jar., enforce: hard, next: green}
    - {id: green, prompt: Fill the green jar., enforce: hard, next: blue}
    - {id: blue, prompt: Fill the blue jar., enforce: hard, end: true}
---
Call start_workflow.
`;

/** A stored session of three hard steps, owned by host-A, and what its hook answers. */
async function begin() {
  const workspace = scratch();
  const home = scratch();
  const store = createFileStore({ reducer: { start, step }, indexDir: join(home, "state") });
  const first = { id: "wf_three_00000001", at, owner: { session: "host-A" } };
  const state = start(parseSkill(SKILL).workflow!, first);
  await store.create(workspace, first, state);
  const advance = (output: string): Promise<StoredSession> =>
    store.update(first.id, ({ state }) => {
      const input = { type: "deliver", at, door: "library", output } as const;
      return { input, state: step(state, input) };
    });
  const hook = (payload: object) => {
    const stdin = JSON.stringify({ session_id: "host-A", cwd: workspace, hook_event_name: "PreToolUse", ...payload });
    const dirs = { home, config: join(home, "config"), state: join(home, "state") };
    return runHook({
      client: "claude-code",
      stdin,
      env: {},
      now: new Date(at),
      platform: process.platform,
      files: nodeHookFiles,
      dirs,
    });
  };
  return { workspace, state, advance, hook, sessions: join(workspace, ".skill-workflow", "sessions") };
}

const write = { tool_name: "Write", tool_input: { file_path: "a.txt" } };

test("the view follows the session from step to step and goes when it's closed", async () => {
  const { workspace, state, advance, hook, sessions } = await begin();
  writeHookView({ state, workspace, notices: [] });
  assert.match((await hook(write)).stderr, /Step "red"/);
  writeHookView(await advance("red is full"));
  assert.match((await hook(write)).stderr, /Step "green"/);
  writeHookView({ state, workspace, notices: [] });
  assert.match((await hook(write)).stderr, /Step "green"/, "an older view replaces none");
  writeHookView(await advance("green is full"));
  writeHookView(await advance("blue is full"));
  assert.is((await hook(write)).exitCode, 0);
  assert.not(readdirSync(sessions).some((name) => name.endsWith(".view.json")));
});

test("every file of the store cut in half: writing is denied, reading allowed", async () => {
  const { workspace, state, hook, sessions, advance } = await begin();
  writeHookView({ state, workspace, notices: [] });
  writeHookView(await advance("red is full"));
  for (const name of readdirSync(sessions)) {
    if (name.includes(".")) truncateSync(join(sessions, name), 200);
  }
  assert.match((await hook(write)).stderr, /wf_three_00000001 is damaged.*sessions salvage wf_three_00000001/s);
  assert.is((await hook({ tool_name: "Read", tool_input: { file_path: "a.txt" } })).exitCode, 0);
});

test("a view holds nothing of later steps, and the envelope is short", () => {
  const { workflow } = parseSkill(SKILL);
  const view = makeHookView(start(workflow!, { id: "wf_a_00000000", at }), "/w", { journal: 1, definition: 1 });
  assert.ok(isHookView(JSON.parse(JSON.stringify(view))));
  assert.match(view.envelope, /Fill the red jar/);
  assert.not.match(JSON.stringify(view), /green jar|blue jar/);
  assert.ok(encode(view.envelope).length <= 300, `${encode(view.envelope).length} tokens`);
});

test("a very long step is cut, with the way to all of it", () => {
  const { workflow } = parseSkill(SKILL.replace("Fill the red jar.", `"${"Fill it. ".repeat(5_000)}"`));
  const view = makeHookView(start(workflow!, { id: "wf_a_00000000", at }), "/w", { journal: 1, definition: 1 });
  assert.ok(view.envelope.length < 8_200);
  assert.match(view.envelope, /current_step \{"session_id":"wf_a_00000000"\} shows all of it\)$/);
});

test("what can't be written doesn't throw", async () => {
  const { state } = await begin();
  writeHookView({ state, workspace: "/nowhere/at/all", notices: [] });
  const blocked = scratch();
  mkdirSync(join(blocked, ".skill-workflow"));
  writeFileSync(join(blocked, ".skill-workflow", "sessions"), "");
  writeHookView({ state, workspace: blocked, notices: [] });
});

test.run();
