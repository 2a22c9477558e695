import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
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
    const prompt = (request: typeof prompted[number]) => Promise.resolve(prompted.push(request));
    const client = { session: { get, prompt } };
    return await (await import(`file://${plugin}`)).SkillWorkflow({ client, directory: "/w" });
  };
  const prompted: { path: { id: string }; body: { noReply?: boolean; agent: string; parts: Part[] } }[] = [];
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

  // A stop: what holds it back comes in hidden, and is shown to the model once no tool was called.
  const asked = join(folder, "asked.txt");
  const counts = `import("node:fs").then(({ appendFileSync }) => appendFileSync(${JSON.stringify(asked)}, ` +
    `(input.peek ? "peek " : "count ")));\nconsole.log('{"followup":"go on"}')`;
  const plugin = await load(counts, "stop");
  const transform = (messages: Message[]) => plugin["experimental.chat.messages.transform"]({}, { messages });
  const said = (sessionID: string, messageID: string) =>
    plugin["experimental.text.complete"]({ sessionID, messageID }, { text: "I'm done." });
  const user: Message = { info: { role: "user", id: "1", sessionID: "root", agent: "plan", model: {} }, parts: [] };
  await said("root", "2");
  assert.equal(prompted, [], "nothing is known of the session yet");
  await transform([user]);
  await transform([{ ...user, info: { ...user.info, sessionID: "child" } }]);
  await said("child", "2");
  plugin.event({ event: { type: "message.part.updated", properties: { part: { type: "tool", messageID: "2" } } } });
  await said("root", "2");
  assert.equal(prompted, [], "a subagent's, and one that calls a tool");
  await said("root", "3");
  const [{ path, body }] = prompted;
  assert.is(path.id, "root");
  assert.ok(body.noReply);
  assert.is(body.agent, "plan");
  const [part] = body.parts;
  assert.ok(part.ignored && part.text === "go on");
  const held: Message = { info: { ...user.info, id: "4" }, parts: [part] };
  const assistant = (type: string): Message => ({
    info: { ...user.info, role: "assistant", id: "3" },
    parts: [{ type }],
  });
  await transform([user, assistant("tool"), held]);
  assert.ok(part.ignored);
  for (let n = 0; n < 2; n++) await transform([user, assistant("text"), held]);
  assert.is(part.ignored, false);
  const properties = { sessionID: "root" };
  await plugin.event({ event: { type: "session.error", properties } });
  await plugin.event({ event: { type: "session.idle", properties } });
  assert.is(prompted.length, 1, "broken off");
  await plugin.event({ event: { type: "session.idle", properties } });
  assert.is(prompted[1].body.noReply, undefined);
  assert.is(prompted[1].body.agent, "plan");
  assert.is(readFileSync(asked, "utf8"), "peek count count ");
});

interface Part {
  type: string;
  text?: string;
  ignored?: boolean;
}

interface Message {
  info: { role: string; id: string; sessionID: string; agent: string; model: object };
  parts: Part[];
}

test.run();
