import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import {
  cmdHookCommand,
  isOwnHook,
  posixHookCommand,
  powershellHookCommand,
} from "../../lib/host/install/hook_command.ts";
import { opencodePlugin } from "../../lib/host/install/opencode_plugin.ts";
import { scratch } from "../host/scratch.ts";

const HOOK = { command: "/usr/bin/node", args: ["/opt/it's here/cli.js"] };

test("each shell's form", () => {
  assert.is(
    posixHookCommand(HOOK, "codex", "stop"),
    `/usr/bin/node '/opt/it'"'"'s here/cli.js' hook codex stop || : skill-workflow`,
  );
  assert.match(
    powershellHookCommand(HOOK, "codex", "tool"),
    /& '\/usr\/bin\/node' '\/opt\/it''s here\/cli\.js' 'hook' 'codex' 'tool'/,
  );
  assert.match(
    cmdHookCommand(HOOK, "gemini", "tool"),
    /^\/usr\/bin\/node "\/opt\/it's here\/cli\.js" hook gemini tool \|\| \(echo .* exit \/b 2\)$/,
  );
});

test("our hooks are known again, others' aren't taken for ours", () => {
  for (const make of [posixHookCommand, powershellHookCommand, cmdHookCommand]) {
    for (const purpose of ["tool", "start", "prompt", "stop", "subagent_stop"]) {
      assert.ok(
        isOwnHook({ hooks: [{ command: make(HOOK, "claude-code", purpose) }] }),
        make(HOOK, "claude-code", purpose),
      );
    }
  }
  const others = [
    { command: "skill-workflow validate" },
    { command: "my hook claude-code tool" },
    "x",
    null,
    undefined,
    {},
  ];
  for (const value of others) assert.not(isOwnHook(value), JSON.stringify(value));
});

if (process.platform !== "win32") {
  test("whatever the guard does, a tool's hook ends with 0, or with 2 and a text", () => {
    const folder = scratch();
    const guard = join(folder, "guard.sh");
    /** What the guard does, and what comes of it: exit code, stdout, stderr. */
    const rows: [string, number, string, RegExp][] = [
      ["exit 0", 0, "", /^$/],
      ["echo '{}'; exit 0", 0, "{}\n", /^$/],
      ["echo why >&2; exit 2", 2, "", /^why\n$/],
      ["exit 1", 2, "", /the hook failed/],
      ["exit 127", 2, "", /the hook failed/],
      ["kill -9 $$", 2, "", /the hook failed/],
    ];
    for (const [does, code, out, err] of rows) {
      writeFileSync(guard, `${does}\n`);
      const command = posixHookCommand({ command: "/bin/sh", args: [guard] }, "codex", "tool");
      const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { encoding: "utf8" });
      assert.is(status, code, does);
      assert.is(stdout, out, does);
      assert.match(stderr, err, does);
    }
    const missing = spawnSync("/bin/sh", ["-c", posixHookCommand({ command: "/nowhere", args: [] }, "codex", "tool")]);
    assert.is(missing.status, 2);
    assert.match(String(missing.stderr), /the hook failed/);
  });

  test("a stop's hook that fails lets the agent stop", () => {
    for (const program of ["/nowhere", "/bin/false"]) {
      const command = posixHookCommand({ command: program, args: [] }, "codex", "stop");
      assert.is(spawnSync("/bin/sh", ["-c", command]).status, 0);
    }
  });
}

test("opencode's plugin blocks what the hook denies, and what it can't ask", async () => {
  const folder = scratch();
  const load = async (script: string, name: string) => {
    const guard = join(folder, `${name}.mjs`);
    writeFileSync(
      guard,
      `let text = ""; for await (const chunk of process.stdin) text += chunk;\nconst input = JSON.parse(text);\n${script}`,
    );
    const plugin = join(folder, `${name}.plugin.mjs`);
    writeFileSync(
      plugin,
      opencodePlugin({ command: process.execPath, args: "Deno" in globalThis ? ["run", "-A", guard] : [guard] }),
    );
    const parents: Record<string, string> = { child: "root", grandchild: "child" };
    const get = ({ path }: { path: { id: string } }) => Promise.resolve({ data: { parentID: parents[path.id] } });
    return await (await import(`file://${plugin}`)).SkillWorkflow({ client: { session: { get } }, directory: "/w" });
  };
  const call = { tool: "write", sessionID: "grandchild", callID: "c" };
  const before = async (script: string, name: string) =>
    await (await load(script, name))["tool.execute.before"](call, { args: { filePath: "a" } })
      .then(() => "allowed", (error: Error) => error.message);
  assert.is(await before(`console.log('{"allow":true}')`, "allow"), "allowed");
  assert.is(await before(`console.log('{"allow":false,"reason":"not now"}')`, "deny"), "not now");
  assert.is(await before(`console.error("no"); process.exit(2)`, "exit"), "no");
  assert.match(await before(`process.exit(1)`, "crash"), /the hook failed/);
  assert.match(await before(`console.log("{")`, "malformed"), /JSON/);
  assert.match(await before("", "silent"), /not allowed/);
  const seen =
    `console.log(JSON.stringify({ allow: false, reason: [input.session_id, input.agent_id, input.tool_name, input.opencode].join() }))`;
  assert.is(await before(seen, "seen"), "root,grandchild,write,true");
  const system: string[] = [];
  const context = await load(`console.log('{"context":"the step"}')`, "context");
  await context["experimental.chat.system.transform"]({ sessionID: "root" }, { system });
  assert.equal(system, ["the step"]);
});

test.run();
