/**
 * Effects of the real engine and the real server: long ones, and those that a crash interrupts; children's tickets.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { isAlive } from "../../lib/host/process_table.ts";
import { makeEngine } from "../../lib/host/make_engine.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { posix, until } from "../host/processes.ts";
import { connect, makePlace, type Place } from "../mcp/connect.ts";

/** Says that it runs and with which process, and goes on once the file `go` is there, or after a minute. */
const WAIT = "echo $$ >> pids; i=0; while [ ! -f go ] && [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done; test -f go";

function place(workflow: string): Place {
  const made = makePlace();
  mkdirSync(join(made.workspace, "workflows"));
  writeFileSync(join(made.workspace, "workflows", "wait.yaml"), workflow);
  return made;
}

const GATE = `name: Wait
steps:
  - {id: dig, prompt: Dig., verify: {command: '${WAIT}'}}
  - {id: plant, prompt: Plant., end: true}
`;
const COMMAND = `name: Wait
steps:
  - {id: ask, prompt: Ask.}
  - {id: push, command: '${WAIT}', expect: success}
  - {id: tell, prompt: Tell., end: true}
`;
const TICKETS = `name: Tickets
steps:
  - {id: east, prompt: Look east., model: fast}
  - {id: look, parallel: [east, west]}
  - {id: west, prompt: Look west., require: {contains: [sun]}}
  - {id: tell, prompt: "{{east}} and {{west}}", end: true}
`;

const pids = ({ workspace }: Place): number[] => {
  const file = join(workspace, "pids");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter((one) => one !== "").map(Number) : [];
};

/** How many process groups are on record. */
function recorded({ home }: Place): number {
  const folder = join(userDirs({ env: {}, home }).state, "groups");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")).length : 0;
}

/** The results of effects on record. */
function results({ workspace }: Place): Record<string, unknown>[] {
  const folder = join(workspace, ".skill-workflow", "sessions");
  const journal = readdirSync(folder).find((name) => name.endsWith(".journal.jsonl"))!;
  return readFileSync(join(folder, journal), "utf8").trim().split("\n")
    .map((line) => JSON.parse(line).input as Record<string, unknown>)
    .filter((input) => input.type === "effect_result");
}

if (posix) {
  test("a call waits for an effect only so long, says that it still runs, and current_step waits on", async () => {
    const made = place(GATE);
    const { workspace, home } = made;
    const engine = makeEngine({
      dirs: userDirs({ env: {}, home }),
      env: { PATH: process.env.PATH },
      trustAll: true,
      effectWait: 300,
    });
    const caller = { door: "library" as const, workspace, connection: { shown: new Map() } };
    try {
      await engine.start({ skill: "wait" }, caller);
      const began = performance.now();
      const slow = await engine.next({ output: "dug" }, caller);
      assert.ok(performance.now() - began < 10_000);
      assert.is(slow.state.waiting?.for, "effect");
      assert.is(slow.envelope.effect?.kind, "gate");
      assert.match(slow.envelope.complete_by!.call, /^current_step /);
      const still = await engine.current({}, caller);
      assert.is(still.state.waiting?.for, "effect");
      writeFileSync(join(workspace, "go"), "");
      let now = await engine.current({}, caller);
      for (let i = 0; i < 60 && now.state.waiting?.for === "effect"; i++) now = await engine.current({}, caller);
      assert.is(now.state.step, "plant");
      assert.is(pids(made).length, 1, "the gate was run once, however often it was waited for");
    } finally {
      engine.close();
      made.remove();
    }
  });

  test("a server that is killed in a gate: the gate is asked again, and the record says repeated", async () => {
    const made = place(GATE);
    let server = await connect(made, "legacy", ["--trust"]);
    try {
      await server.call("start_workflow", { skill_name: "wait", workspace_dir: made.workspace });
      server.call("next_step", { step_output: "dug" }).catch(() => {});
      // On record only after it has been started: a crash in between is one that nothing can be told of afterwards.
      await until("the gate runs and is on record", () => pids(made).length === 1 && recorded(made) === 1);
      process.kill(server.pid, "SIGKILL");
      await server.close().catch(() => {});
      server = await connect(made, "legacy", ["--trust"]);
      const waiting = server.call("current_step", { workspace_dir: made.workspace });
      waiting.catch(() => {});
      await until("the gate runs again", () => pids(made).length === 2);
      assert.not.ok(isAlive(pids(made)[0]), "what the crash left running was ended first");
      writeFileSync(join(made.workspace, "go"), "");
      assert.is((await waiting).envelope.step?.id, "plant");
      assert.equal(results(made).map((one) => [one.verdict, one.repeated]), [["pass", true]]);
    } finally {
      await server.close();
      made.remove();
    }
  });

  test("a server that is killed in a command step: it isn't run again until that is asked for", async () => {
    const made = place(COMMAND);
    let server = await connect(made, "legacy", ["--trust"]);
    try {
      await server.call("start_workflow", { skill_name: "wait", workspace_dir: made.workspace });
      server.call("next_step", { step_output: "asked" }).catch(() => {});
      await until("the command runs", () => pids(made).length === 1);
      process.kill(server.pid, "SIGKILL");
      await server.close().catch(() => {});
      server = await connect(made, "legacy", ["--trust"]);
      const halted = await server.call("current_step", { workspace_dir: made.workspace });
      assert.is(halted.envelope.status, "halted");
      assert.is(halted.envelope.halt?.reason, "effect_interrupted");
      assert.match(halted.envelope.notices.join(), "call next_step to run the command again");
      assert.is(pids(made).length, 1);
      writeFileSync(join(made.workspace, "go"), "");
      const again = await server.call("next_step", {});
      assert.is(again.envelope.step?.id, "tell");
      assert.is(pids(made).length, 2);
      assert.equal(results(made).map((one) => [one.verdict, one.interrupted]), [["unevaluable", true], [
        "pass",
        undefined,
      ]]);
    } finally {
      await server.close();
      made.remove();
    }
  });
}

test("children hand in by ticket over MCP: single use, late and double ones change nothing", async () => {
  const made = place(TICKETS);
  const server = await connect(made);
  try {
    const started = await server.call("start_workflow", { skill_name: "wait", workspace_dir: made.workspace });
    const children = started.envelope.children!;
    assert.equal(children.map(({ id, model, done }) => [id, model, done]), [["east", "fast", false], [
      "west",
      undefined,
      false,
    ]]);
    const [east, west] = children.map((child) => child.ticket);
    assert.match(started.text, east);
    const first = await server.call("next_step", { child: east, step_output: "a hill" });
    assert.equal(first.envelope.children!.map((child) => child.done), [true, false]);
    const double = await server.call("next_step", { child: east, step_output: "a valley" });
    assert.not.ok(double.isError);
    assert.match(double.envelope.notices.join(), "already been used");
    const short = await server.call("next_step", { child: west, step_output: "a wall" });
    assert.is(short.envelope.rejected?.child, "west");
    const unknown = await server.call("next_step", { child: "north~1~0000", step_output: "x" });
    assert.is(unknown.error.code, "InvalidInputError");
    assert.match(unknown.text, west);
    const done = await server.call("next_step", { child: west, step_output: "the sun" });
    assert.is(done.envelope.step?.instructions, "a hill and the sun");
    const late = await server.call("next_step", { child: west, step_output: "the moon" });
    assert.not.ok(late.isError);
    assert.is(late.envelope.step?.instructions, "a hill and the sun");
    const last = await server.call("next_step", { step_output: "told" });
    assert.is(last.envelope.status, "completed");
  } finally {
    await server.close();
    made.remove();
  }
});

test.run();
