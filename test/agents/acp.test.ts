import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { AgentBusyError, AgentFailedError, AgentTimeoutError, AgentUnavailableError } from "../../lib/error.ts";
import { agentFiles } from "../../lib/host/agent/agent_folder.ts";
import type { MachineAgents } from "../../lib/host/agent/live/machine_agents.ts";
import { root } from "../gate/runtimes.ts";
import { aliveOf, posix, runtime, stubborn, until } from "../host/processes.ts";
import { scratch } from "../host/scratch.ts";
import { livePlace, reviewer } from "./live_place.ts";

const LONG = { timeout: 60_000 };

async function rejects(promise: Promise<unknown>, kind: new (...args: never[]) => Error, says: RegExp): Promise<void> {
  const error = await promise.then(() => undefined, (error: Error) => error);
  assert.ok(error instanceof kind, `${error?.name}: ${error?.message}`);
  assert.match(error.message, says);
}

test("one session answers task after task; who, servers and mode come from the plan", async () => {
  const { agents, workspace } = livePlace("acp");
  const machine = agents();
  const ask = (task: string) => machine.ask(reviewer, workspace, task, LONG);
  assert.is(machine.state(reviewer, workspace), "idle");
  assert.is(await ask("whole"), "You are the reviewer.\n\nwhole");
  assert.is(machine.state(reviewer, workspace), "live");
  assert.is(await ask("whole"), "whole");
  assert.is(await ask("env MARK"), "of the plan");
  assert.is(
    await ask("servers"),
    '[{"name":"skill-workflow","command":"node","args":["x"],"env":[{"name":"TOKEN","value":"t"}]}] in mode default',
  );
  assert.is(await ask("work"), "Found it");
  assert.is(await ask("say"), "(The agent ended its turn without a text)");
  const session = await ask("session");
  await rejects(ask("refuse"), AgentFailedError, /refused the task/);
  await rejects(ask("break"), AgentFailedError, /the model is down/);
  for (
    const [question, answer] of [
      ["ask read", "yes"],
      [`ask edit ${join(workspace, "new/file.txt")}`, "yes"],
      [`ask edit ${join(workspace, "../outside.txt")}`, "no"],
      [`ask edit ${join(workspace, ".claude/settings.json")}`, "no"],
      [`ask edit ${join(workspace, "way/out.txt")}`, "no"],
      ["ask edit", "no"],
      ["ask execute", "no"],
      ["ask other", "no"],
      // A question with no more than the id of a call that was told before.
      ["report other mcp__skill-workflow__read_skill", "yes"],
    ]
  ) {
    if (question.includes("way/") && !existsSync(join(workspace, "way"))) symlinkSync("..", join(workspace, "way"));
    const refused = '\n\n[Not allowed without a person: "Something"]';
    assert.is(await ask(question), answer === "no" ? answer + refused : answer, question);
  }
  assert.is(
    await ask("cancel"),
    '(The agent ended its turn without a text)\n\n[Not allowed without a person: "rm -r x"]\n\n' +
      "[The turn ended early: cancelled]",
  );
  assert.is(await machine.stop(reviewer, workspace), true);
  assert.is(machine.state(reviewer, workspace), "resumable");
  assert.is(await machine.stop(reviewer, workspace), false);
  // The new process has begun no session of its own, and isn't told again who it is.
  assert.is(await ask("session"), session.replace("of 1", "of 0"));
  await machine.close();
});

test("after a time-out the agent works on, and the same task gets its answer", async () => {
  const { agents, workspace } = livePlace("acp");
  const machine = agents();
  const gate = join(workspace, "gate");
  const task = `wait ${gate}`;
  await machine.launch(reviewer, workspace, task);
  await rejects(
    machine.ask(reviewer, workspace, task, { timeout: 50 }),
    AgentTimeoutError,
    /within 0.1 s, and works on/,
  );
  await rejects(machine.ask(reviewer, workspace, "say hello", LONG), AgentBusyError, /works on another task: "wait /);
  const aborted = AbortSignal.abort();
  await rejects(machine.ask(reviewer, workspace, task, { ...LONG, signal: aborted }), AgentTimeoutError, /works on/);
  writeFileSync(gate, "");
  assert.is(await machine.ask(reviewer, workspace, task, LONG), "waited");
  assert.is(readFileSync(`${gate}.turns`, "utf8"), "turn\n");
  assert.is(await machine.ask(reviewer, workspace, task, LONG), "waited");
  assert.is(readFileSync(`${gate}.turns`, "utf8"), "turn\nturn\n");
  await machine.close();
});

test("a slow start counts as waiting; the task is given all the same, once", async () => {
  const gate = join(scratch(), "gate");
  const { agents, workspace } = livePlace("acp", [`slow:${gate}`]);
  const machine = agents();
  const task = `wait ${gate}`;
  await rejects(
    machine.ask(reviewer, workspace, task, { timeout: 50 }),
    AgentTimeoutError,
    /within 0.1 s, and works on/,
  );
  writeFileSync(gate, "");
  await until("the task", () => existsSync(`${gate}.turns`));
  assert.is(await machine.ask(reviewer, workspace, task, LONG), "waited");
  assert.is(readFileSync(`${gate}.turns`, "utf8"), "turn\n");
  await machine.close();
});

test("who leaves before the answer came from another process hasn't taken it away", async () => {
  const { agents, workspace, state } = livePlace("acp");
  const [owner, other] = [agents(), agents()];
  await owner.launch(reviewer, workspace, undefined);
  const gate = join(workspace, "gate");
  const leaving = new AbortController();
  const asked = other.ask(reviewer, workspace, `wait ${gate}`, { ...LONG, signal: leaving.signal });
  await until("the task", () => existsSync(`${gate}.turns`));
  leaving.abort();
  await rejects(asked, AgentTimeoutError, /works on/);
  const { requests } = agentFiles(state, workspace, reviewer.name);
  await until("its request to be gone", () => readdirSync(requests).length === 0);
  // The owner looks every 200 ms.
  await new Promise((resolve) => setTimeout(resolve, 500));
  writeFileSync(gate, "");
  assert.is(await other.ask(reviewer, workspace, `wait ${gate}`, LONG), "waited");
  assert.is(readFileSync(`${gate}.turns`, "utf8"), "turn\n");
  await owner.close();
});

test("another process reaches the one session through its owner, and its errors keep their types", async () => {
  const { agents, workspace } = livePlace("acp");
  const [owner, other] = [agents(), agents()];
  const both = await Promise.all([owner, other].map((one) => one.ask(reviewer, workspace, "session", LONG)));
  assert.is(both[0], both[1]);
  assert.is(other.state(reviewer, workspace), "live");
  assert.equal(await Promise.all([owner, other].map((one) => one.ask(reviewer, workspace, "say same", LONG))), [
    "same",
    "same",
  ]);
  // Which of the two owns it is chance; each of them is asked for what only an owner knows.
  await rejects(owner.ask(reviewer, workspace, "refuse", LONG), AgentFailedError, /refused/);
  await rejects(other.ask(reviewer, workspace, "refuse", LONG), AgentFailedError, /refused/);
  const gate = join(workspace, "gate");
  await rejects(other.ask(reviewer, workspace, `wait ${gate}`, { timeout: 50 }), AgentTimeoutError, /works on/);
  await rejects(other.ask(reviewer, workspace, "say hello", LONG), AgentBusyError, /another task/);
  assert.is(await other.stop(reviewer, workspace), true);
  for (const one of [owner, other]) {
    await until("its end", () => one.state(reviewer, workspace) === "resumable");
  }
  await Promise.all([owner, other].map((one) => one.close()));
});

test("an agent that ends in the middle of a task is an error with its last words, and is started anew", async () => {
  const { agents, workspace } = livePlace("acp", ["forgets"]);
  const machine = agents();
  await rejects(machine.ask(reviewer, workspace, "exit", LONG), AgentFailedError, /ended with code 3.*out of paper/);
  await until("it to be gone", () => machine.state(reviewer, workspace) === "idle");
  assert.is(await machine.ask(reviewer, workspace, "say again", LONG), "again");
  await machine.close();
});

test("what can't be started says why, and leaves no lock", async () => {
  const missing = livePlace("acp", [], { program: "/nowhere/at/all" });
  const cases: [MachineAgents, string, RegExp][] = [
    [missing.agents(), missing.workspace, /can't be started: .*ENOENT/],
  ];
  const out = livePlace("acp", ["logged-out"]);
  cases.push([out.agents(), out.workspace, /isn't logged in/]);
  const deep = livePlace("acp");
  cases.push([deep.agents({ SKILL_WORKFLOW_DEPTH: "3" }), deep.workspace, /nested 3 deep/]);
  cases.push([deep.agents({ SKILL_WORKFLOW_DEPTH: "none" }), deep.workspace, /nested 3 deep/]);
  for (const [machine, workspace, says] of cases) {
    await rejects(machine.ask(reviewer, workspace, "say x", LONG), AgentUnavailableError, says);
    assert.is(machine.state(reviewer, workspace), "idle");
  }
});

test("nothing of an agent that won't end outlives its stop", async () => {
  if (!posix) return;
  const { agents, workspace } = livePlace("acp");
  const machine = agents();
  const ids = await machine.ask(reviewer, workspace, `stubborn ${stubborn} ${join(workspace, "ids")}`, LONG);
  const pids = ids.split(" ").map(Number);
  assert.is(aliveOf(pids).length, 2);
  await machine.stop(reviewer, workspace);
  assert.equal(aliveOf(pids), []);
});

test("what a crash of ours leaves running is ended before the agent is started again, and its lock is nobody's", async () => {
  if (process.platform !== "linux") return;
  const { agents, workspace, state } = livePlace("acp");
  const [command, ...args] = runtime;
  const worker = spawn(command, [...args, join(root, "test/agents/crash_worker.mjs"), workspace, state], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(worker, "exit");
  const [said] = await once(worker.stdout, "data");
  const pids = String(said).trim().split(" ").map(Number);
  worker.kill("SIGKILL");
  await ended;
  assert.is(aliveOf(pids).length, 2);
  const machine = agents();
  assert.is(machine.state(reviewer, workspace), "resumable");
  assert.is(await machine.ask(reviewer, workspace, "say back", LONG), "back");
  assert.equal(aliveOf(pids), []);
  await machine.close();
});

test.run();
