import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { takeCallerNote } from "../../lib/host/hook/caller_note.ts";
import { switchOff, switchOn } from "../../lib/host/hook/off.ts";
import { nodeHookFiles } from "../../lib/host/hook/node_machine.ts";
import type { HookResult } from "../../lib/host/hook/run_hook.ts";
import { viewOf } from "../fence/fence_table.ts";
import { type HookScratch, makeHookScratch } from "./hook_scratch.ts";

const test = suite<{ at: HookScratch }>("run_hook");
test.before.each((context) => {
  context.at = makeHookScratch();
});
test.after.each(({ at }) => at.remove());

const write = { tool_name: "Write", tool_input: { file_path: "notes.txt", content: "x" } };
const read = { tool_name: "Read", tool_input: { file_path: "notes.txt" } };
const stop = { hook_event_name: "Stop", stop_hook_active: false };
const isAllowed = ({ stdout, stderr, exitCode }: HookResult) => exitCode === 0 && stdout === "" && stderr === "";
const isDenied = ({ stderr, exitCode }: HookResult) => exitCode === 2 && stderr.length > 20;

test("the owner's calls are fenced, a stranger's aren't", async ({ at }) => {
  at.put();
  const denied = await at.call(write);
  assert.ok(isDenied(denied));
  assert.match(denied.stderr, /Step "look" of look doesn't allow Write/);
  assert.match(denied.stderr, /Allowed now: read, search, shell_read, subagent/);
  assert.ok(isAllowed(await at.call(read)));
  for (const session_id of ["host-B", "", undefined, null, 5]) {
    assert.ok(isAllowed(await at.call({ ...write, session_id })), String(session_id));
  }
});

test("an owner whose id is empty owns nothing", async ({ at }) => {
  at.put({ owner: { session: "" } });
  assert.ok(isAllowed(await at.call({ ...write, session_id: "" })));
  at.put({ owner: null });
  assert.ok(isAllowed(await at.call(write)));
});

test("a subagent of the owner is fenced, and an owner that is a subagent is fenced alone", async ({ at }) => {
  at.put();
  assert.ok(isDenied(await at.call({ ...write, agent_id: "sub-1", agent_type: "general" })));
  at.put({ owner: { session: "host-A", agent: "sub-1" } });
  assert.ok(isDenied(await at.call({ ...write, agent_id: "sub-1" })));
  assert.ok(isAllowed(await at.call({ ...write, agent_id: "sub-2" })));
  assert.ok(isAllowed(await at.call(write)));
});

test("the workspace is the folder of the call or one above it, or the host's project folder", async ({ at }) => {
  at.put();
  const below = join(at.workspace, "a", "b");
  mkdirSync(below, { recursive: true });
  assert.ok(isDenied(await at.call({ ...write, cwd: below })));
  assert.ok(isAllowed(await at.call({ ...write, cwd: at.dirs.home })));
  assert.ok(isDenied(await at.call({ ...write, cwd: "/" }, { env: { CLAUDE_PROJECT_DIR: at.workspace } })));
  assert.ok(isAllowed(await at.call({ ...write, cwd: "/nowhere/at/all" })));
});

test("of two sessions of one owner the one advanced last counts, and a running one before a paused one", async ({ at }) => {
  at.put({ updated_at: "2026-01-01T00:00:00.000Z" });
  at.put({ session: "wf_b_00000001", updated_at: "2026-01-02T00:00:00.000Z", fence: viewOf({ enforce: "off" }) });
  assert.ok(isAllowed(await at.call(write)));
  at.put({ session: "wf_b_00000001", updated_at: "2026-01-02T00:00:00.000Z", fence: viewOf({ status: "paused" }) });
  assert.ok(isDenied(await at.call(write)));
});

test("without a session only what is forbidden to every agent is denied", async ({ at }) => {
  assert.ok(isAllowed(await at.call(write)));
  assert.ok(isDenied(await at.call({ tool_name: "Bash", tool_input: { command: "npx skill-workflow trust x" } })));
});

test("a nudge comes once a step", async ({ at }) => {
  at.put({ fence: viewOf({ enforce: "soft" }) });
  const first = await at.call(write);
  assert.match(JSON.parse(first.stdout).hookSpecificOutput.additionalContext, /doesn't ask for Write/);
  assert.ok(isAllowed(await at.call(write)));
  at.put({ fence: viewOf({ enforce: "soft" }), visit: 2 });
  assert.is.not((await at.call(write)).stdout, "");
});

test("switched off by a person: allowed until the time is over, session files excepted", async ({ at }) => {
  at.put();
  const now = new Date("2026-01-01T00:00:00.000Z");
  switchOff(nodeHookFiles, at.dirs.config, at.workspace, 10, now);
  assert.ok(isAllowed(await at.call(write)));
  assert.ok(isAllowed(await at.call(read)));
  assert.ok(isAllowed(await at.call(stop)));
  assert.ok(
    isDenied(await at.call({ tool_name: "Write", tool_input: { file_path: ".skill-workflow/sessions/a.json" } })),
  );
  assert.ok(isDenied(await at.call(write, { now: new Date("2026-01-01T00:10:00.000Z") })));
  assert.ok(switchOn(nodeHookFiles, at.dirs.config, at.workspace, now));
  assert.not(switchOn(nodeHookFiles, at.dirs.config, at.workspace, now));
  assert.ok(isDenied(await at.call(write)));
  const journal = readFileSync(join(at.dirs.config, "off.journal.jsonl"), "utf8").trim().split("\n");
  const entries = journal.map((line) => JSON.parse(line));
  assert.equal(entries.map(({ what }) => what), ["off", "let through", "on"]);
  const { tool, step, session } = entries[1];
  assert.equal([tool, step, session], ["Write", "look", "wf_look_0a1b2c3d"]);
});

test("a step comes back at a session's start and beside a prompt", async ({ at }) => {
  at.put();
  for (const hook_event_name of ["SessionStart", "UserPromptSubmit"]) {
    const { stdout, exitCode } = await at.call({ hook_event_name, source: "compact" });
    const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
    assert.is(exitCode, 0);
    assert.is(hookEventName, hook_event_name);
    assert.match(additionalContext, /session wf_look_0a1b2c3d/);
    assert.match(additionalContext, /Look at the notes\./);
    assert.ok(isAllowed(await at.call({ hook_event_name, session_id: "host-B" })));
  }
  at.put({ fence: viewOf({ status: "paused" }) });
  assert.ok(isAllowed(await at.call({ hook_event_name: "SessionStart" })));
});

test("agy gets the step once a prompt, not with each call of its model", async ({ at }) => {
  at.put();
  const payload = { conversationId: "host-A", workspacePaths: [at.workspace], hook_event_name: undefined };
  assert.match((await at.call({ ...payload, invocationNum: 0 }, { client: "antigravity" })).stdout, /ephemeralMessage/);
  assert.is((await at.call({ ...payload, invocationNum: 1 }, { client: "antigravity" })).stdout, "");
});

test("a stop is blocked while the agent is to move: with the session, the step and the call", async ({ at }) => {
  at.put();
  const { stdout, exitCode } = await at.call(stop);
  const { decision, reason } = JSON.parse(stdout);
  assert.is(exitCode, 0);
  assert.is(decision, "block");
  assert.match(reason, /wf_look_0a1b2c3d.*step "look".*next_step \{"session_id":"wf_look_0a1b2c3d"/s);
});

test("a stop is never blocked while somebody else is to move", async ({ at }) => {
  const views = [
    viewOf({ waiting: "approval" }),
    viewOf({ waiting: "effect", kind: "command" }),
    viewOf({ type: "interactive" }),
    viewOf({ status: "paused", waiting: null }),
    viewOf({ status: "halted", waiting: null }),
    viewOf({ status: "completed", step: null, waiting: null }),
  ];
  for (const fence of views) {
    at.put({ fence });
    assert.ok(isAllowed(await at.call(stop)), JSON.stringify(fence));
  }
  at.put();
  assert.ok(isAllowed(await at.call({ ...stop, background_tasks: [{ id: "1" }] })));
  assert.is((await at.call(stop)).stdout === "", false);
});

test("stops are blocked three times a step at most, on every host", async ({ at }) => {
  at.put();
  let blocked = 0;
  for (let n = 0; n < 40; n++) if ((await at.call(stop)).stdout !== "") blocked++;
  assert.is(blocked, 3);
  at.put({ visit: 2 });
  assert.is((await at.call(stop)).stdout === "", false);
});

test("opencode's plugin may ask whether a stop would be blocked, which counts as none", async ({ at }) => {
  at.put();
  const ask = async (peek: boolean) =>
    (await at.call({ opencode: true, hook_event_name: undefined, peek }, { client: "opencode", purpose: "stop" }))
      .stdout;
  for (let n = 0; n < 5; n++) assert.match(JSON.parse(await ask(true)).followup, /still at step "look"/);
  for (let n = 0; n < 3; n++) assert.is.not(await ask(false), "");
  assert.is(await ask(true), "");
  at.put({ visit: 2 });
  for (let n = 0; n < 5; n++) await at.call({ ...stop, peek: true });
  assert.is((await at.call(stop)).stdout, "", "another host's own word counts");
});

test("with stop_hook_active only if the turn went up since the last block", async ({ at }) => {
  const active = { ...stop, stop_hook_active: true };
  at.put();
  assert.ok(isAllowed(await at.call(active)), "somebody else's hook blocked");
  assert.is((await at.call(stop)).stdout === "", false);
  assert.ok(isAllowed(await at.call(active)), "the same turn");
  at.put({ fence: viewOf({ turn: 1 }) });
  assert.is((await at.call(active)).stdout === "", false);
  assert.ok(isAllowed(await at.call(active)));
});

test("a stop that can't be counted isn't blocked", async ({ at }) => {
  at.put({ workspace: join(at.workspace, "gone") });
  assert.ok(isAllowed(await at.call(stop)));
});

test("a subagent that holds an open ticket hands it in first", async ({ at }) => {
  const tickets = [{ ticket: "left.1.ab12", child: "left" }, { ticket: "right.1.ab12", child: "right" }];
  at.put({ fence: viewOf({ kind: "dispatcher", waiting: "children" }), tickets });
  const transcript = join(at.dirs.home, "sub.jsonl");
  mkdirSync(at.dirs.home, { recursive: true });
  writeFileSync(transcript, '{"prompt":"use ticket left.1.ab12"}\n');
  const ends = { hook_event_name: "SubagentStop", agent_id: "sub-1", stop_hook_active: false };
  const { decision, reason } = JSON.parse((await at.call({ ...ends, agent_transcript_path: transcript })).stdout);
  assert.is(decision, "block");
  assert.match(reason, /left\.1\.ab12.*"left".*"child":"left\.1\.ab12"/s);
  assert.ok(isAllowed(await at.call({ ...ends, agent_transcript_path: transcript, stop_hook_active: true })));
  assert.ok(isAllowed(await at.call({ ...ends, last_assistant_message: "nothing of a ticket" })));
  assert.ok(isAllowed(await at.call({ ...ends, last_assistant_message: "left.1.ab12 and right.1.ab12" })));
  assert.is((await at.call({ ...ends, last_assistant_message: "done: right.1.ab12" })).stdout === "", false);
});

test("21-stop-hook-of-a-stranger", async ({ at }) => {
  at.put({ fence: viewOf({ workflow: "long-walk", step: "out" }) });
  const before = readFileSync(join(at.sessions, "wf_look_0a1b2c3d.view.json"), "utf8");
  for (let n = 0; n < 40; n++) assert.ok(isAllowed(await at.call({ ...stop, session_id: "host-B" })));
  assert.ok(isAllowed(await at.call({ ...stop, session_id: "" })));
  assert.ok(isAllowed(await at.call({ ...stop, session_id: undefined })));
  const { decision, reason } = JSON.parse((await at.call(stop)).stdout);
  assert.is(decision, "block");
  assert.match(reason, /wf_look_0a1b2c3d.*"out".*next_step/s);
  assert.is(readFileSync(join(at.sessions, "wf_look_0a1b2c3d.view.json"), "utf8"), before);
});

test("19-record-cut-in-half: writing is denied, reading allowed, the way out named", async ({ at }) => {
  const damage: [string, (path: (end: string) => string) => void][] = [
    ["the journal cut", (path) => truncateSync(path("journal.jsonl"), 5)],
    ["the definition cut", (path) => truncateSync(path("workflow.json"), 5)],
    ["the view cut", (path) => truncateSync(path("view.json"), readFileSync(path("view.json")).length >> 1)],
    ["the view empty", (path) => truncateSync(path("view.json"), 0)],
    ["the view of another shape", (path) => writeFileSync(path("view.json"), '{"format":1}')],
    ["the journal gone", (path) => rmSync(path("journal.jsonl"))],
    ["all cut", (path) => {
      for (const end of ["journal.jsonl", "workflow.json", "view.json"]) {
        truncateSync(path(end), readFileSync(path(end)).length >> 1);
      }
    }],
  ];
  for (const [name, harm] of damage) {
    at.put();
    const path = (end: string) => join(at.sessions, `wf_look_0a1b2c3d.${end}`);
    harm(path);
    const kept = readdirSync(at.sessions).map((file) => readFileSync(join(at.sessions, file), "utf8"));
    const denied = await at.call(write);
    assert.ok(isDenied(denied), name);
    assert.match(denied.stderr, /wf_look_0a1b2c3d is damaged.*skill-workflow sessions salvage wf_look_0a1b2c3d/s, name);
    assert.not.match(denied.stderr, /\n\s+at /);
    assert.ok(isAllowed(await at.call(read)), name);
    assert.ok(isAllowed(await at.call({ tool_name: "Bash", tool_input: { command: "git log" } })), name);
    assert.ok(isAllowed(await at.call(stop)), name);
    assert.equal(readdirSync(at.sessions).map((file) => readFileSync(join(at.sessions, file), "utf8")), kept, name);
  }
});

test("a damaged session of somebody else doesn't concern the caller, as far as its owner can be read", async ({ at }) => {
  at.put({ owner: { session: "host-B" } });
  const view = join(at.sessions, "wf_look_0a1b2c3d.view.json");
  truncateSync(view, readFileSync(view).length >> 1);
  assert.ok(isAllowed(await at.call(write)));
});

test("a journal that has grown since is no damage", async ({ at }) => {
  at.put();
  appendFileSync(join(at.sessions, "wf_look_0a1b2c3d.journal.jsonl"), '{"half of a li');
  assert.ok(isAllowed(await at.call(read)));
  assert.match((await at.call(write)).stderr, /Step "look"/);
});

test("an input that can't be read denies a tool, in words, and nothing else", async ({ at }) => {
  for (const stdin of ["", "{", "null", "[]", '"x"', "5", "\u0000"]) {
    assert.ok(isDenied(await at.call({}, { stdin })), JSON.stringify(stdin));
    for (const purpose of ["start", "prompt", "stop", "subagent_stop"] as const) {
      assert.ok(isAllowed(await at.call({}, { stdin, purpose })), purpose);
    }
  }
});

test("a call without a tool name is denied on a hard step", async ({ at }) => {
  at.put();
  assert.ok(isDenied(await at.call({ tool_name: "" })));
  assert.ok(isDenied(await at.call({})));
});

test("every host is answered in its own form", async ({ at }) => {
  at.put();
  const copilot = { session_id: undefined, hook_event_name: undefined, sessionId: "host-A", timestamp: 1 };
  const camel = await at.call({ ...copilot, toolName: "create", toolArgs: { path: "a" } }, { client: "copilot" });
  assert.match(JSON.parse(camel.stdout).permissionDecisionReason, /Step "look"/);
  const agy = {
    conversationId: "host-A",
    workspacePaths: [at.workspace],
    toolCall: { name: "write_to_file", args: {} },
  };
  assert.is(JSON.parse((await at.call(agy)).stdout).decision, "deny");
  const cursor = { conversation_id: "host-A", hook_event_name: "preToolUse", tool_name: "Write", tool_input: {} };
  assert.is(JSON.parse((await at.call(cursor)).stdout).permission, "deny");
});

test("on Windows only Claude Code's shell is a POSIX one", async ({ at }) => {
  at.put();
  const call = { tool_name: "Bash", tool_input: { command: "echo 'a & del x'" } };
  assert.ok(isAllowed(await at.call(call, { platform: "win32" })));
  assert.ok(isDenied(await at.call({ ...call, turn_id: "t" }, { platform: "win32" })));
  assert.ok(isAllowed(await at.call({ ...call, turn_id: "t" })));
});

test("a call of our own server leaves a note of whose it is", async ({ at }) => {
  const input = { skill_name: "look", workspace_dir: at.workspace };
  const now = new Date("2026-01-01T00:00:01.000Z");
  const take = (given: object, useId?: string) =>
    takeCallerNote(nodeHookFiles, at.dirs.state, {
      tool: "start_workflow",
      input: given as never,
      ...(useId ? { useId } : {}),
    }, now);
  await at.call({ tool_name: "mcp__skill-workflow__start_workflow", tool_input: input, agent_id: "sub-1" });
  assert.is(take({ skill_name: "other" }), undefined);
  const reordered = { workspace_dir: at.workspace, skill_name: "look" };
  assert.equal(take(reordered), { session: "host-A", agent: "sub-1", client: "claude-code" });
  assert.is(take(reordered), undefined, "taken once");
  await at.call({ tool_name: "mcp__skill-workflow__start_workflow", tool_input: input, tool_use_id: "u1" });
  assert.equal(take({ changed: "on the way" }, "u1"), { session: "host-A", client: "claude-code" });
  await at.call({ tool_name: "mcp__skill-workflow__start_workflow", tool_input: input, session_id: "" });
  await at.call({ tool_name: "mcp__other__start_workflow", tool_input: input });
  await at.call({ ...read, tool_input: input });
  takeCallerNote(nodeHookFiles, at.dirs.state, { tool: "start_workflow", input }, now);
  assert.is(take(input), undefined);
});

test("an old note counts for nothing", async ({ at }) => {
  await at.call({ tool_name: "mcp__skill-workflow__next_step", tool_input: {} });
  const later = new Date("2026-01-01T01:00:00.000Z");
  assert.is(takeCallerNote(nodeHookFiles, at.dirs.state, { tool: "next_step", input: {} }, later), undefined);
  assert.not(existsSync(join(at.dirs.state, "callers", "x")));
});

test("the host's skill tool is told to start a workflow skill", async ({ at }) => {
  const skill = (name: string, front: string) => {
    const folder = join(at.workspace, ".agents", "skills", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "SKILL.md"), `---\nname: ${name}\n${front}\n---\nworkflow: no\n`);
  };
  skill("inline", "workflow:\n  steps: []");
  skill("portable", "metadata:\n  kind: workflow\n  workflow: workflow.yaml");
  skill("reference", "description: about a workflow: nothing");
  const hint = async (name: unknown) => (await at.call({ tool_name: "Skill", tool_input: { skill: name } })).stdout;
  assert.match(await hint("inline"), /call start_workflow \{\\"skill_name\\":\\"inline\\"\}/);
  assert.match(await hint("portable"), /start_workflow/);
  for (const name of ["reference", "missing", "../inline", "", 5, undefined]) {
    assert.is(await hint(name), "", String(name));
  }
});

test.run();
