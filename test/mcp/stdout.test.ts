import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { isAlive } from "../../lib/host/process_table.ts";
import { converse, makePlace, program } from "./connect.ts";

const CASE = "test/fixtures/cases/23-only-messages-on-stdout";

for (const env of [{}, { NODE_OPTIONS: "--trace-warnings" }] as Record<string, string>[]) {
  test(`23-only-messages-on-stdout ${JSON.stringify(env)}`, async () => {
    const place = makePlace({ ".agents": `${CASE}/workspace/.agents` });
    try {
      const requests = readFileSync(new URL(`../../${CASE}/requests.jsonl`, import.meta.url), "utf8").trim().split(
        "\n",
      );
      const lines = requests.map((line) =>
        line.replaceAll("@WORKSPACE@", JSON.stringify(place.workspace).slice(1, -1))
      );
      const { stdout, code } = await converse(place, lines, { env });
      const printed = stdout.split("\n");
      assert.is(printed.pop(), "");
      const replies = printed.map((line) => JSON.parse(line));
      assert.ok(replies.every((reply) => reply.jsonrpc === "2.0"));
      assert.equal(replies.map((reply) => reply.id), [1, 2, 3, 4]);
      const names = replies[1].result.tools.map((tool: { name: string }) => tool.name);
      for (const name of ["start_workflow", "next_step", "current_step", "end_workflow", "read_skill"]) {
        assert.ok(names.includes(name));
      }
      assert.ok(replies[2].result.isError);
      assert.match(replies[2].result.content[0].text, /bent-tabs[/\\]SKILL\.md/);
      assert.match(replies[2].result.content[0].text, "7:1");
      assert.match(replies[2].result.content[0].text, /tab/);
      assert.ok(replies[3].error ?? replies[3].result.isError);
      assert.is(code, 0);
    } finally {
      place.remove();
    }
  });
}

test("an unknown request before initialize is answered, and the server lives on", async () => {
  const place = makePlace();
  try {
    const { stdout, code } = await converse(place, [
      '{"jsonrpc":"2.0","id":0,"method":"no/such","params":{}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}',
    ]);
    const replies = stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(replies.map((reply) => [reply.id, reply.error?.code]), [[0, -32601], [1, undefined], [2, undefined]]);
    assert.is(replies[1].result.protocolVersion, "2025-06-18");
    assert.is(code, 0);
  } finally {
    place.remove();
  }
});

test("a server that is ended in the middle of a call leaves only whole messages on stdout, and no gate behind", async () => {
  const place = makePlace();
  try {
    const skill = join(place.workspace, "skills", "slow");
    mkdirSync(skill, { recursive: true });
    const step = '{id: a, prompt: Go., loop: {max: 1, gate: "echo $$ > gate.pid; echo noise; sleep 60"}}';
    writeFileSync(
      join(skill, "SKILL.md"),
      `---\nname: slow\ndescription: Waits.\nworkflow:\n  steps:\n    - ${step}\n---\nCall start_workflow.\n`,
    );
    const { command, args, env } = program(place, ["serve", "--trust"]);
    const child = spawn(command, args, { cwd: place.workspace, env, stdio: "pipe" });
    let stdout = "";
    child.stdout.on("data", (chunk) => stdout += chunk);
    const send = (id: number, method: string, params: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    send(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } });
    send(2, "tools/call", {
      name: "start_workflow",
      arguments: { skill_name: "slow", workspace_dir: place.workspace },
    });
    await until(() => stdout.includes('"id":2'));
    send(3, "tools/call", { name: "next_step", arguments: { step_output: "x" } });
    const pidFile = join(place.workspace, "gate.pid");
    await until(() => existsSync(pidFile) && readFileSync(pidFile, "utf8").trim() !== "");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    assert.ok(stdout.endsWith("\n"));
    for (const line of stdout.trim().split("\n")) assert.is(JSON.parse(line).jsonrpc, "2.0");
    const gate = Number(readFileSync(pidFile, "utf8"));
    await until(() => !isAlive(gate));
  } finally {
    place.remove();
  }
});

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 25));
  assert.ok(done(), "waited too long");
}

test.run();
