import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parse } from "@decimalturn/toml-patch";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Agent } from "../../lib/capability.ts";
import { agentFiles } from "../../lib/host/agent/agent_folder.ts";
import { TOKEN_VARIABLE } from "../../lib/host/agent/identity.ts";
import { chooseMode } from "../../lib/host/agent/launch/choose_mode.ts";
import { launchConfig } from "../../lib/host/agent/launch/launch_config.ts";
import { makePlan } from "../../lib/host/agent/launch/make_plan.ts";
import type { LaunchPlan } from "../../lib/host/agent/live/launch_plan.ts";
import { preamble } from "../../lib/host/agent/launch/preamble.ts";
import { type ClientProfile, findProfile, PROFILES } from "../../lib/host/profile/mod.ts";
import { checkProfile } from "../../lib/host/profile/check_profile.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { put, scratch } from "../host/scratch.ts";

const SECRET = "5ec4e7";
const server = {
  name: "skill-workflow",
  command: "/bin/node",
  args: ["cli.js", "serve"],
  env: { [TOKEN_VARIABLE]: SECRET },
};

const CONFIGS: [client: string, check: (config: NonNullable<ReturnType<typeof launchConfig>>) => void][] = [
  ["claude-code", ({ args, files }) => {
    assert.equal(args, ["--mcp-config", join("/run", "servers.json")]);
    const entry = { type: "stdio", command: "/bin/node", args: ["cli.js", "serve"], env: server.env };
    assert.equal(JSON.parse(files["servers.json"]), { mcpServers: { "skill-workflow": entry } });
  }],
  ["copilot", ({ args }) => assert.equal(args, ["--additional-mcp-config", `@${join("/run", "servers.json")}`])],
  ["codex", ({ args, env }) => {
    assert.is(args[0], "-c");
    assert.equal(JSON.parse(JSON.stringify(parse(args[1]))), {
      mcp_servers: {
        "skill-workflow": {
          command: "/bin/node",
          args: ["cli.js", "serve"],
          default_tools_approval_mode: "approve",
          env_vars: [TOKEN_VARIABLE],
        },
      },
    });
    assert.equal(env, server.env);
  }],
  ["opencode", ({ env }) => {
    const { mcp } = JSON.parse(env.OPENCODE_CONFIG_CONTENT);
    assert.equal(mcp["skill-workflow"].environment, server.env);
    assert.equal(mcp["skill-workflow"].command, ["/bin/node", "cli.js", "serve"]);
  }],
  ["gemini", ({ files, inFolder }) => {
    assert.ok(inFolder);
    assert.equal(JSON.parse(files[".gemini/settings.json"]).mcpServers["skill-workflow"].env, server.env);
  }],
  ["qwen", ({ files, args }) => {
    assert.equal(args, [], "JSON on a command line would show the token");
    assert.equal(Object.keys(files), [".qwen/settings.json"]);
  }],
];

for (const [client, check] of CONFIGS) {
  test(`${client} is told of the server for one run, without the token on its command line`, () => {
    const config = launchConfig(findProfile(client), server, "/run")!;
    check(config);
    assert.not.match(config.args.join(" "), SECRET);
  });
}

const argsOf = (plan: LaunchPlan): readonly string[] => plan.args;

/** A folder of programs that do nothing. */
function programs(...names: string[]): string {
  const folder = scratch();
  for (const name of names) writeFileSync(join(folder, name), "#!/bin/sh\n", { mode: 0o755 });
  return folder;
}

const agentOf = (profile?: string): Agent => ({
  name: "a",
  description: "",
  skills: [],
  file: ".agents/agents/a.md",
  ...(profile === undefined ? {} : { profile }),
});

const MODES: [profile: string | undefined, programs: string[], wanted: string | RegExp][] = [
  ["claude-code", ["claude", "claude-agent-acp"], "acp"],
  ["claude-code", ["claude"], "stream-json"],
  ["codex", ["codex"], "exec-json"],
  ["codex", ["codex", "codex-acp"], "acp"],
  ["gemini", ["gemini"], "acp"],
  ["claude-code", ["gemini"], /there is no claude-agent-acp and no claude on the PATH: install Claude Code/],
  ["vscode", ["code"], /can't be asked in a structured way\nChoose another profile: claude-code, codex, gemini/],
  ["gemnii", ["gemini"], /There is no client "gemnii": did you mean "gemini"\?/],
  [
    undefined,
    ["gemini"],
    /its file names no client\nAdd the field profile to \.agents\/agents\/a\.md, one of claude-code/,
  ],
];

for (const [profile, names, wanted] of MODES) {
  test(`${profile} with ${names.join(", ")} is driven by ${wanted}`, () => {
    if (process.platform === "win32") return;
    const env = { PATH: programs(...names) };
    if (typeof wanted === "string") assert.is(chooseMode(agentOf(profile), env).mode, wanted);
    else assert.throws(() => chooseMode(agentOf(profile), env), wanted);
  });
}

test("a plan has the token in the server's environment alone, no other agent's marks, a deeper depth, and leaves nothing", () => {
  if (process.platform === "win32") return;
  const home = scratch();
  const workspace = scratch();
  put(workspace, {
    ".claude/agents/writer.md": "---\ndescription: Writes\n---\nBe plain.\n",
    ".agents/context/writer.md": "The style guide is in docs/.\n",
    ".agents/skills/tone/SKILL.md": "---\nname: tone\ndescription: How we write.\n---\nPlainly.\n",
    ".mcp.json": "{}",
  });
  const env = {
    PATH: programs("claude"),
    HOME: home,
    CLAUDECODE: "1",
    SKILL_WORKFLOW_DEPTH: "1",
    [TOKEN_VARIABLE]: "old",
  };
  const dirs = userDirs({ env, home });
  const agent: Agent = {
    name: "writer",
    description: "Writes",
    skills: [{ name: "tone" }],
    profile: "claude-code",
    file: ".claude/agents/writer.md",
  };
  const before = readdirSync(workspace);
  const plan = makePlan(agent, workspace, {
    dirs,
    env,
    program: ["/bin/node", "cli.js"],
    openRequests: () => {
      throw new Error("it has a server");
    },
  });
  const { run } = agentFiles(dirs.state, workspace, "writer");
  const file = join(run, "servers.json");
  assert.is(plan.mode, "stream-json");
  assert.equal([plan.env.CLAUDECODE, plan.env[TOKEN_VARIABLE], plan.env.SKILL_WORKFLOW_DEPTH], [
    undefined,
    undefined,
    "2",
  ]);
  const entry = JSON.parse(readFileSync(file, "utf8")).mcpServers["skill-workflow"];
  assert.match(entry.env[TOKEN_VARIABLE], /^[0-9a-f]{48}$/);
  assert.is(entry.env.SKILL_WORKFLOW_DEPTH, "2");
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.is(statSync(run).mode & 0o777, 0o700);
  assert.equal(argsOf(plan).slice(-3), ["--strict-mcp-config", "--mcp-config", file]);
  for (const part of ["Be plain.", "The style guide is in docs/.", "- tone (reference): How we write.", "ask_agent"]) {
    assert.ok(plan.preamble.includes(part), part);
  }
  assert.equal(readdirSync(workspace), before, "nothing of the workspace's is written");
  plan.dispose!();
  assert.not.ok(existsSync(run));
  assert.equal(readdirSync(join(dirs.state, "agents")), ["workspaces"], "the token's record is gone");
});

test("an agent of the protocol gets what makes its client take our server and bring its questions to us", () => {
  if (process.platform === "win32") return;
  const home = scratch();
  const wanted: [profile: string, program: string, variable: string | undefined][] = [
    ["codex", "codex-acp", "DISABLE_MCP_CONFIG_FILTERING"],
    ["codex", "codex", undefined],
    ["opencode", "opencode", "OPENCODE_PERMISSION"],
  ];
  for (const [profile, name, variable] of wanted) {
    const env = { PATH: programs(name), HOME: home };
    const openRequests = () => () => {};
    const options = { dirs: userDirs({ env, home }), env, program: ["/bin/node", "cli.js"], openRequests };
    const plan = makePlan({ ...agentOf(profile), skills: "all" }, scratch(), options);
    const given = ["DISABLE_MCP_CONFIG_FILTERING", "OPENCODE_PERMISSION"].find((one) => plan.env[one] !== undefined);
    assert.is(given, variable, name);
    assert.is(plan.mode === "acp" && plan.asks !== undefined, variable !== undefined, name);
    plan.dispose!();
  }
});

test("without a command line of ours an agent gets the file door and the same block", () => {
  if (process.platform === "win32") return;
  const home = scratch();
  const workspace = scratch();
  mkdirSync(join(workspace, ".claude"));
  const env = { PATH: programs("codex"), HOME: home };
  let opened = "";
  let closed = false;
  const plan = makePlan({ ...agentOf("codex"), skills: "all" }, workspace, {
    dirs: userDirs({ env, home }),
    env,
    openRequests: (_agent, _workspace, folder) => {
      opened = folder;
      return () => closed = true;
    },
  });
  assert.ok(plan.preamble.includes(opened) && plan.preamble.includes("NAME.json.response.json"));
  assert.equal(argsOf(plan), ["exec", "-s", "workspace-write", "--skip-git-repo-check", "--json", "--", "{prompt}"]);
  plan.dispose!();
  assert.ok(closed);
});

test("the preamble is bounded", () => {
  const long = "x".repeat(100_000);
  const has = Array.from(
    { length: 500 },
    (_, index) => ({ name: `s${index}`, description: long, kind: "reference" as const }),
  );
  assert.ok(preamble({ agent: agentOf(), instructions: long, context: "", has }).length < 40_000);
});

test("the ways in which profiles are driven are checked", () => {
  for (const profile of PROFILES) assert.equal(checkProfile(profile), [], profile.id);
  const good = findProfile("codex");
  const wrong: [object, RegExp][] = [
    [{ structured: { ...good.structured, argv: ["codex", "{config}"] } }, /has no \{prompt\}/],
    [{ structured: { ...good.structured, resume: ["x", "{prompt}"] } }, /has no \{session\}/],
    [{ structured: { ...good.structured, argv: ["codex", "{prompt}"] } }, /has no \{config\}/],
    [{ structured: { ...good.structured, protocol: "telepathy" } }, /^structured/],
    [{ acpMode: "" }, /acpMode: must not be empty/],
    [{ acpServers: "none" }, /acpServers/],
    [{ acpEnv: { "A B": "x" } }, /isn't the name of a variable/],
    [{ acpAsks: { kind: "other", title: "{tool}" } }, /acpAsks.title: has no \{server\} or no \{tool\}/],
  ];
  for (const [change, message] of wrong) {
    assert.match(checkProfile({ ...good, ...change } as ClientProfile).join("\n"), message);
  }
});

test.run();
