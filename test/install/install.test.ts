import { chmodSync, lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { applyPlan, renderPlan, type RunClient } from "../../lib/host/install/apply_plan.ts";
import { inspectClient } from "../../lib/host/install/inspect_client.ts";
import { planInstall } from "../../lib/host/install/plan_install.ts";
import { planUninstall } from "../../lib/host/install/plan_uninstall.ts";
import { PROFILES } from "../../lib/host/profile/mod.ts";
import type { Scope } from "../../lib/host/profile/profile_type.ts";
import { type InstallScratch, makeInstallScratch } from "./install_scratch.ts";

const noClient = () => Promise.reject(new Error("No client's command was expected"));
const quiet = () => Promise.resolve({ exitCode: 0, output: "" });
const install = async (at: InstallScratch, client: string, scope: Scope, run: RunClient = quiet) =>
  await applyPlan(planInstall(at.request(client, scope)), run);
const uninstall = async (at: InstallScratch, client: string, scope: Scope, run: RunClient = quiet) =>
  await applyPlan(planUninstall(at.request(client, scope)), run);

/** Claude Code's own commands: they keep servers in its state, and refuse to add one twice or to remove none. */
const claude = (at: InstallScratch): RunClient => (argv) => {
  const servers = JSON.parse(at.read("~/.claude.json") ?? "{}").mcpServers ?? {};
  const [verb, name, entry] = argv[2] === "remove" ? ["remove", argv[5], ""] : ["add", argv[5], argv[6]];
  if (Object.hasOwn(servers, name) !== (verb === "remove")) return Promise.resolve({ exitCode: 1, output: verb });
  if (verb === "add") servers[name] = JSON.parse(entry);
  else delete servers[name];
  if (Object.keys(servers).length > 0) at.write("~/.claude.json", JSON.stringify({ mcpServers: servers }));
  else rmSync(at.path("~/.claude.json"));
  return quiet();
};

for (const profile of PROFILES) {
  for (const scope of ["user", "workspace"] as const) {
    test(`${profile.id} for ${scope}: in, once more, and out again`, async () => {
      const at = makeInstallScratch();
      await install(at, profile.id, scope, claude(at));
      const installed = at.all();
      assert.equal(planInstall(at.request(profile.id, scope)).changes, [], "idempotent");
      const found = inspectClient(profile, at.request(profile.id, scope).machine).find((one) => one.scope === scope)!;
      assert.equal(found.problems, []);
      if (profile.server.files[scope]) assert.is(found.server, "registered");
      assert.is(found.hooks, profile.hooks?.files[scope] ? "installed" : "none");
      await uninstall(at, profile.id, scope, claude(at));
      assert.equal(at.all(), {}, `left of ${Object.keys(installed)}`);
      assert.equal(planUninstall(at.request(profile.id, scope)).changes, []);
    });
  }
}

test("Claude Code: a server from elsewhere is removed before it's added, and keeps what somebody added", async () => {
  const at = makeInstallScratch();
  const old = { type: "stdio", command: "/old/node", args: [], env: { A: "1" } };
  at.write("~/.claude.json", JSON.stringify({ mcpServers: { "skill-workflow": old } }));
  await install(at, "claude-code", "user", claude(at));
  const { "skill-workflow": now } = JSON.parse(at.read("~/.claude.json")!).mcpServers;
  assert.equal(now, { ...old, command: "/usr/bin/node", args: ["/opt/skill-workflow/cli.js", "serve"] });
  await uninstall(at, "claude-code", "user", claude(at));
  assert.is(at.read("~/.claude.json"), null);
});

test("Claude Code: a state that can't be read is refused before anything is run", () => {
  const at = makeInstallScratch();
  at.write("~/.claude.json", '{ "mcpServers": ');
  assert.throws(() => planInstall(at.request("claude-code", "user")), /\.claude\.json" can't be edited/);
  assert.throws(() => planUninstall(at.request("claude-code", "user")), /\.claude\.json" can't be edited/);
});

test("Claude Code: the server by its own command, the hooks beside those of others", async () => {
  const at = makeInstallScratch();
  const before =
    '{\n  "model": "opus",\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] }\n    ]\n  }\n}\n';
  at.write("~/.claude/settings.json", before);
  const ran: (readonly string[])[] = [];
  await install(at, "claude-code", "user", (argv) => {
    ran.push(argv);
    return quiet();
  });
  assert.equal(ran, [[
    "claude",
    "mcp",
    "add-json",
    "-s",
    "user",
    "skill-workflow",
    '{"type":"stdio","command":"/usr/bin/node","args":["/opt/skill-workflow/cli.js","serve"]}',
  ]]);
  const { model, hooks } = JSON.parse(at.read("~/.claude/settings.json")!);
  assert.is(model, "opus");
  assert.equal(hooks.PreToolUse[0], { matcher: "Bash", hooks: [{ type: "command", command: "mine" }] });
  assert.equal(hooks.PreToolUse[1], {
    matcher: "*",
    hooks: [{
      type: "command",
      command: "/usr/bin/node /opt/skill-workflow/cli.js hook claude-code tool || " +
        `{ [ $? -eq 2 ] || echo "skill-workflow: the hook failed, so the tool isn't run" >&2; exit 2; }`,
      timeout: 10,
      onFailure: "block",
    }],
  });
  assert.equal(hooks.Stop, [{
    hooks: [{
      type: "command",
      command: "/usr/bin/node /opt/skill-workflow/cli.js hook claude-code stop || : skill-workflow",
      timeout: 10,
    }],
  }]);
  assert.equal(Object.keys(hooks), ["PreToolUse", "SessionStart", "Stop", "SubagentStop"]);
  await uninstall(at, "claude-code", "user");
  assert.is(at.read("~/.claude/settings.json"), before);
});

test("every client's hooks, in its own form", async () => {
  const at = makeInstallScratch();
  const read = async (client: string, path: string) => {
    await install(at, client, "workspace");
    return JSON.parse(at.read(path)!);
  };
  const codex = (await read("codex", ".codex/hooks.json")).hooks.PreToolUse[0];
  assert.is(codex.matcher, "*");
  assert.match(codex.hooks[0].command, /hook codex tool \|\| \{ .*exit 2; \}$/);
  assert.match(codex.hooks[0].commandWindows, /try \{ & '\/usr\/bin\/node' .* exit 2$/);
  const gemini = (await read("gemini", ".gemini/settings.json")).hooks;
  assert.is(gemini.BeforeTool[0].hooks[0].timeout, 10_000);
  assert.is(gemini.BeforeTool[0].hooks[0].name, "skill-workflow");
  assert.equal(Object.keys(gemini), ["BeforeTool", "SessionStart", "BeforeAgent", "AfterAgent"]);
  const copilot = await read("copilot", ".github/hooks/skill-workflow.json");
  assert.is(copilot.version, 1);
  assert.equal(Object.keys(copilot.hooks.preToolUse[0]), ["type", "bash", "powershell", "timeoutSec"]);
  const cursor = await read("cursor", ".cursor/hooks.json");
  assert.is(cursor.version, 1);
  assert.is(cursor.hooks.preToolUse[0].failClosed, true);
  assert.is(cursor.hooks.stop[0].failClosed, undefined);
  const agy = (await read("antigravity", ".agents/hooks.json"))["skill-workflow"];
  assert.is(agy.enabled, true);
  assert.is(agy.PreToolUse[0].hooks[0].type, "command");
  assert.is(agy.Stop[0].type, "command");
  const devin = await read("devin", ".devin/hooks.v1.json");
  assert.is(devin.PreToolUse[0].matcher, "*");
  const windsurf = await read("windsurf", ".windsurf/hooks.json");
  assert.is(windsurf.hooks.pre_run_command[0].show_output, false);
  await install(at, "opencode", "workspace");
  assert.match(at.read(".opencode/plugin/skill-workflow.js")!, /"\/opt\/skill-workflow\/cli\.js","hook","opencode"\]/);
});

test("every client's server, in its own form", async () => {
  const at = makeInstallScratch();
  for (const client of ["codex", "opencode", "vscode", "zed", "copilot"]) await install(at, client, "workspace");
  assert.is(
    at.read(".codex/config.toml"),
    '[mcp_servers.skill-workflow]\ncommand = "/usr/bin/node"\nargs = ["/opt/skill-workflow/cli.js", "serve"]\n' +
      'default_tools_approval_mode = "approve"\n',
  );
  const opencode = JSON.parse(at.read("opencode.json")!).mcp["skill-workflow"];
  assert.equal(opencode.command, ["/usr/bin/node", "/opt/skill-workflow/cli.js", "serve"]);
  assert.is(JSON.parse(at.read(".vscode/mcp.json")!).servers["skill-workflow"].type, "stdio");
  assert.is(JSON.parse(at.read(".zed/settings.json")!).context_servers["skill-workflow"].command, "/usr/bin/node");
  assert.equal(JSON.parse(at.read(".github/mcp.json")!).mcpServers["skill-workflow"].tools, ["*"]);
});

test("a file in JSONC stays as it is, comments and all", async () => {
  const at = makeInstallScratch();
  const text =
    '{\n  // mine\n  "theme": "dark", /* why */\n  "context_servers": {\n    "other": {}, // theirs\n  },\n}\n';
  at.write(".zed/settings.json", text);
  await install(at, "zed", "workspace");
  for (const piece of ["// mine", '"theme": "dark", /* why */', '"other": {}, // theirs']) {
    assert.ok(at.read(".zed/settings.json")!.includes(piece));
  }
  await uninstall(at, "zed", "workspace");
  assert.is(at.read(".zed/settings.json"), text);
});

test("opencode.jsonc is used where it's there", async () => {
  const at = makeInstallScratch();
  at.write("opencode.jsonc", '{ "autoupdate": false /* no */ }\n');
  await install(at, "opencode", "workspace");
  assert.is(at.read("opencode.json"), null);
  assert.match(at.read("opencode.jsonc")!, /\/\* no \*\/[^]*skill-workflow/);
});

test("what somebody added to our entry stays, and a moved program is changed", async () => {
  const at = makeInstallScratch();
  at.write(".mcp.json", '{"mcpServers":{"skill-workflow":{"command":"/old","args":[],"env":{"A":"1"},"timeout":5}}}\n');
  await install(at, "claude-code", "workspace");
  const entry = JSON.parse(at.read(".mcp.json")!).mcpServers["skill-workflow"];
  assert.equal(entry.env, { A: "1" });
  assert.is(entry.timeout, 5);
  assert.is(entry.command, "/usr/bin/node");
});

test("an older hook of ours is replaced, wherever it stands, and others' hooks beside it stay", async () => {
  const at = makeInstallScratch();
  const old = { type: "command", command: "/old/skill-workflow hook claude-code tool || exit 2" };
  const theirs = { type: "command", command: "theirs" };
  const hooks = {
    PreToolUse: [{ matcher: "*", hooks: [old] }, { matcher: "Bash", hooks: [theirs, old] }],
    PostToolUse: [{ hooks: [old] }],
    Stop: [{ hooks: [theirs] }],
  };
  at.write(".claude/settings.json", JSON.stringify({ hooks }, null, 2));
  await install(at, "claude-code", "workspace");
  const now = JSON.parse(at.read(".claude/settings.json")!).hooks;
  assert.not.match(JSON.stringify(now), /\/old\//);
  assert.match(now.PreToolUse[0].hooks[0].command, /^\/usr\/bin\/node/);
  assert.equal(now.PreToolUse[1], { matcher: "Bash", hooks: [theirs] });
  assert.is(now.PostToolUse, undefined);
  assert.equal(now.Stop[0], { hooks: [theirs] });
  await uninstall(at, "claude-code", "workspace");
  const left = JSON.parse(at.read(".claude/settings.json")!).hooks;
  assert.equal(left, { PreToolUse: [{ matcher: "Bash", hooks: [theirs] }], Stop: [{ hooks: [theirs] }] });
});

test("a file that can't be read stops the installation before anything is written", () => {
  const rows: [string, string, string][] = [
    ["gemini", ".gemini/settings.json", "{"],
    ["gemini", ".gemini/settings.json", '{"hooks": {"BeforeTool": "x"}}'],
    ["gemini", ".gemini/settings.json", '{"mcpServers": []}'],
    ["claude-code", ".claude/settings.json", "[]"],
    ["codex", ".codex/config.toml", "a = "],
    ["codex", ".codex/hooks.json", "nonsense"],
    ["copilot", ".github/mcp.json", '{ "a": 1, } // no'],
  ];
  for (const [client, path, text] of rows) {
    const at = makeInstallScratch();
    at.write(path, text);
    assert.throws(
      () => planInstall(at.request(client, "workspace")),
      /can't be edited: .*\nMend it by hand/,
      path + text,
    );
    assert.equal(at.all(), { [`/${path}`]: text });
  }
  const at = makeInstallScratch();
  writeFileSync(at.write(".mcp.json", ""), new Uint8Array([0x7b, 0xff]));
  assert.throws(() => planInstall(at.request("claude-code", "workspace")), /it isn't UTF-8/);
});

test("a file as it was is kept beside it, once, and goes when it's back to that", async () => {
  const at = makeInstallScratch();
  const text = '{\n  "mcpServers": {\n    "other": {}\n  }\n}\n';
  at.write(".mcp.json", text);
  await install(at, "claude-code", "workspace");
  assert.is(at.read(".mcp.json.skill-workflow.bak"), text);
  at.write(".mcp.json", at.read(".mcp.json")!.replace("/usr/bin/node", "/old"));
  await install(at, "claude-code", "workspace");
  assert.is(at.read(".mcp.json.skill-workflow.bak"), text);
  await uninstall(at, "claude-code", "workspace");
  assert.is(at.read(".mcp.json"), text);
  assert.is(at.read(".mcp.json.skill-workflow.bak"), null);
});

test("a dry run shows the difference and writes nothing", () => {
  const at = makeInstallScratch();
  at.write(".gemini/settings.json", '{\n  "theme": "dark"\n}\n');
  const before = at.all();
  const shown = renderPlan(planInstall(at.request("gemini", "workspace")));
  assert.equal(at.all(), before);
  assert.match(shown, /^--- .*settings\.json\n\+\+\+ .*settings\.json\n@@/m);
  assert.match(shown, /^- {2}"theme": "dark"\n\+ {2}"theme": "dark",\n\+ {2}"mcpServers": \{$/m);
  assert.match(shown, /^Note: .*GEMINI|^Note: In a folder/m);
  assert.match(
    renderPlan(planInstall(at.request("claude-code", "user"))),
    /^Run: claude mcp add-json -s user skill-workflow '\{/m,
  );
});

test("two edits of one file are one change", () => {
  const at = makeInstallScratch();
  const { changes } = planInstall(at.request("gemini", "workspace"));
  assert.is(changes.length, 1);
});

test("a file that was changed since the plan was made is left alone", async () => {
  const at = makeInstallScratch();
  at.write(".mcp.json", "{}\n");
  const plan = planInstall(at.request("claude-code", "workspace"));
  at.write(".mcp.json", '{"a": 1}\n');
  const error = await applyPlan(plan, noClient).then(() => undefined, (reason) => reason);
  assert.match(error.message, /has changed meanwhile\nNothing was written/);
  assert.is(at.read(".mcp.json"), '{"a": 1}\n');
  assert.is(at.read(".claude/settings.json"), null);
});

test("a client's command that fails says so", async () => {
  const at = makeInstallScratch();
  const plan = planInstall(at.request("claude-code", "user"));
  const fails = () => Promise.resolve({ exitCode: 127, output: "claude: not found\n" });
  const error = await applyPlan(plan, fails).then(() => undefined, (reason) => reason);
  assert.match(error.message, /`claude mcp add-json` failed with exit code 127: claude: not found/);
});

test("a plugin or hooks' file that isn't ours any more is left alone", async () => {
  const at = makeInstallScratch();
  at.write(".github/hooks/skill-workflow.json", '{"version":1,"hooks":{}}');
  const plan = planUninstall(at.request("copilot", "workspace"));
  assert.equal(plan.changes, []);
  assert.match(plan.notes.join(), /isn't ours any more/);
  await applyPlan(plan, noClient);
  assert.is(at.read(".github/hooks/skill-workflow.json"), '{"version":1,"hooks":{}}');
});

if (process.platform !== "win32") {
  test("a link to a file of settings stays one, and a file keeps its mode", async () => {
    const at = makeInstallScratch();
    mkdirSync(join(at.home, "dotfiles"));
    writeFileSync(join(at.home, "dotfiles", "claude.json"), "{}\n");
    chmodSync(join(at.home, "dotfiles", "claude.json"), 0o640);
    mkdirSync(join(at.home, ".claude"));
    symlinkSync(join(at.home, "dotfiles", "claude.json"), at.path("~/.claude/settings.json"));
    await install(at, "claude-code", "user");
    assert.ok(lstatSync(at.path("~/.claude/settings.json")).isSymbolicLink());
    assert.match(at.read("~/dotfiles/claude.json")!, /skill-workflow/);
    assert.is(statSync(at.path("~/dotfiles/claude.json")).mode & 0o777, 0o640);
    await install(at, "codex", "user");
    assert.is(statSync(at.path("~/.codex/hooks.json")).mode & 0o777, 0o600);
  });
}

test.run();
