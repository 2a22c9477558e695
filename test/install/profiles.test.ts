import { test } from "uvu";
import * as assert from "uvu/assert";
import { TOOL_NAMES } from "../../lib/fence/tool_names.ts";
import { AGENT_MARKERS } from "../../lib/host/agent_markers.ts";
import { checkProfile } from "../../lib/host/profile/check_profile.ts";
import { findProfile, PROFILES } from "../../lib/host/profile/mod.ts";
import { type Machine, resolvePlace } from "../../lib/host/profile/places.ts";
import { fillTemplate, type Scope } from "../../lib/host/profile/profile_type.ts";
import { decideRow, viewOf } from "../fence/fence_table.ts";

const LINUX: Machine = { os: "linux", home: "/home/ada", workspace: "/w", env: {} };
const MACOS: Machine = { os: "macos", home: "/Users/ada", workspace: "/w", env: {} };
const WINDOWS: Machine = {
  os: "windows",
  home: "C:\\Users\\ada",
  workspace: "D:\\w",
  env: { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" },
};

/** Client, scope, and the server's file on Linux, macOS, Windows. */
const SERVERS: [string, Scope, string, string, string][] = [
  [
    "devin",
    "workspace",
    "/w/.devin/mcp_config.json",
    "/w/.devin/mcp_config.json",
    "D:\\w\\.devin\\mcp_config.json",
  ],
  [
    "qwen",
    "workspace",
    "/w/.qwen/settings.json",
    "/w/.qwen/settings.json",
    "D:\\w\\.qwen\\settings.json",
  ],
  ["claude-code", "user", "/home/ada/.claude.json", "/Users/ada/.claude.json", "C:\\Users\\ada\\.claude.json"],
  ["claude-code", "workspace", "/w/.mcp.json", "/w/.mcp.json", "D:\\w\\.mcp.json"],
  [
    "claude-desktop",
    "user",
    "/home/ada/.config/Claude/claude_desktop_config.json",
    "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json",
    "C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
  ],
  [
    "codex",
    "user",
    "/home/ada/.codex/config.toml",
    "/Users/ada/.codex/config.toml",
    "C:\\Users\\ada\\.codex\\config.toml",
  ],
  ["codex", "workspace", "/w/.codex/config.toml", "/w/.codex/config.toml", "D:\\w\\.codex\\config.toml"],
  [
    "gemini",
    "user",
    "/home/ada/.gemini/settings.json",
    "/Users/ada/.gemini/settings.json",
    "C:\\Users\\ada\\.gemini\\settings.json",
  ],
  ["gemini", "workspace", "/w/.gemini/settings.json", "/w/.gemini/settings.json", "D:\\w\\.gemini\\settings.json"],
  [
    "antigravity",
    "user",
    "/home/ada/.gemini/config/mcp_config.json",
    "/Users/ada/.gemini/config/mcp_config.json",
    "C:\\Users\\ada\\.gemini\\config\\mcp_config.json",
  ],
  [
    "antigravity",
    "workspace",
    "/w/.agents/mcp_config.json",
    "/w/.agents/mcp_config.json",
    "D:\\w\\.agents\\mcp_config.json",
  ],
  ["cursor", "user", "/home/ada/.cursor/mcp.json", "/Users/ada/.cursor/mcp.json", "C:\\Users\\ada\\.cursor\\mcp.json"],
  ["cursor", "workspace", "/w/.cursor/mcp.json", "/w/.cursor/mcp.json", "D:\\w\\.cursor\\mcp.json"],
  [
    "vscode",
    "user",
    "/home/ada/.config/Code/User/mcp.json",
    "/Users/ada/Library/Application Support/Code/User/mcp.json",
    "C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json",
  ],
  ["vscode", "workspace", "/w/.vscode/mcp.json", "/w/.vscode/mcp.json", "D:\\w\\.vscode\\mcp.json"],
  [
    "copilot",
    "user",
    "/home/ada/.copilot/mcp-config.json",
    "/Users/ada/.copilot/mcp-config.json",
    "C:\\Users\\ada\\.copilot\\mcp-config.json",
  ],
  ["copilot", "workspace", "/w/.github/mcp.json", "/w/.github/mcp.json", "D:\\w\\.github\\mcp.json"],
  [
    "devin",
    "user",
    "/home/ada/.config/devin/mcp_config.json",
    "/Users/ada/.config/devin/mcp_config.json",
    "C:\\Users\\ada\\AppData\\Roaming\\devin\\mcp_config.json",
  ],
  [
    "windsurf",
    "user",
    "/home/ada/.codeium/windsurf/mcp_config.json",
    "/Users/ada/.codeium/windsurf/mcp_config.json",
    "C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json",
  ],
  [
    "opencode",
    "user",
    "/home/ada/.config/opencode/opencode.json",
    "/Users/ada/.config/opencode/opencode.json",
    "C:\\Users\\ada\\.config\\opencode\\opencode.json",
  ],
  ["opencode", "workspace", "/w/opencode.json", "/w/opencode.json", "D:\\w\\opencode.json"],
  [
    "zed",
    "user",
    "/home/ada/.config/zed/settings.json",
    "/Users/ada/.config/zed/settings.json",
    "C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json",
  ],
  ["zed", "workspace", "/w/.zed/settings.json", "/w/.zed/settings.json", "D:\\w\\.zed\\settings.json"],
  [
    "qwen",
    "user",
    "/home/ada/.qwen/settings.json",
    "/Users/ada/.qwen/settings.json",
    "C:\\Users\\ada\\.qwen\\settings.json",
  ],
  [
    "auggie",
    "user",
    "/home/ada/.augment/settings.json",
    "/Users/ada/.augment/settings.json",
    "C:\\Users\\ada\\.augment\\settings.json",
  ],
];

for (const [client, scope, ...paths] of SERVERS) {
  test(`the servers of ${client} for ${scope}`, () => {
    const { place } = findProfile(client).server.files[scope]!;
    assert.equal([LINUX, MACOS, WINDOWS].map((machine) => resolvePlace(place, machine)), paths);
  });
}

/** Client, scope, and the hooks' file on Linux, macOS, Windows. */
const HOOKS: [string, Scope, string, string, string][] = [
  [
    "codex",
    "workspace",
    "/w/.codex/hooks.json",
    "/w/.codex/hooks.json",
    "D:\\w\\.codex\\hooks.json",
  ],
  [
    "gemini",
    "user",
    "/home/ada/.gemini/settings.json",
    "/Users/ada/.gemini/settings.json",
    "C:\\Users\\ada\\.gemini\\settings.json",
  ],
  [
    "gemini",
    "workspace",
    "/w/.gemini/settings.json",
    "/w/.gemini/settings.json",
    "D:\\w\\.gemini\\settings.json",
  ],
  [
    "antigravity",
    "user",
    "/home/ada/.gemini/config/hooks.json",
    "/Users/ada/.gemini/config/hooks.json",
    "C:\\Users\\ada\\.gemini\\config\\hooks.json",
  ],
  [
    "cursor",
    "user",
    "/home/ada/.cursor/hooks.json",
    "/Users/ada/.cursor/hooks.json",
    "C:\\Users\\ada\\.cursor\\hooks.json",
  ],
  [
    "cursor",
    "workspace",
    "/w/.cursor/hooks.json",
    "/w/.cursor/hooks.json",
    "D:\\w\\.cursor\\hooks.json",
  ],
  [
    "vscode",
    "user",
    "/home/ada/.copilot/hooks/skill-workflow.vscode.json",
    "/Users/ada/.copilot/hooks/skill-workflow.vscode.json",
    "C:\\Users\\ada\\.copilot\\hooks\\skill-workflow.vscode.json",
  ],
  [
    "vscode",
    "workspace",
    "/w/.github/hooks/skill-workflow.vscode.json",
    "/w/.github/hooks/skill-workflow.vscode.json",
    "D:\\w\\.github\\hooks\\skill-workflow.vscode.json",
  ],
  [
    "copilot",
    "workspace",
    "/w/.github/hooks/skill-workflow.json",
    "/w/.github/hooks/skill-workflow.json",
    "D:\\w\\.github\\hooks\\skill-workflow.json",
  ],
  [
    "windsurf",
    "user",
    "/home/ada/.codeium/windsurf/hooks.json",
    "/Users/ada/.codeium/windsurf/hooks.json",
    "C:\\Users\\ada\\.codeium\\windsurf\\hooks.json",
  ],
  [
    "windsurf",
    "workspace",
    "/w/.windsurf/hooks.json",
    "/w/.windsurf/hooks.json",
    "D:\\w\\.windsurf\\hooks.json",
  ],
  [
    "opencode",
    "user",
    "/home/ada/.config/opencode/plugin/skill-workflow.js",
    "/Users/ada/.config/opencode/plugin/skill-workflow.js",
    "C:\\Users\\ada\\.config\\opencode\\plugin\\skill-workflow.js",
  ],
  [
    "claude-code",
    "user",
    "/home/ada/.claude/settings.json",
    "/Users/ada/.claude/settings.json",
    "C:\\Users\\ada\\.claude\\settings.json",
  ],
  ["claude-code", "workspace", "/w/.claude/settings.json", "/w/.claude/settings.json", "D:\\w\\.claude\\settings.json"],
  [
    "codex",
    "user",
    "/home/ada/.codex/hooks.json",
    "/Users/ada/.codex/hooks.json",
    "C:\\Users\\ada\\.codex\\hooks.json",
  ],
  [
    "copilot",
    "user",
    "/home/ada/.copilot/hooks/skill-workflow.json",
    "/Users/ada/.copilot/hooks/skill-workflow.json",
    "C:\\Users\\ada\\.copilot\\hooks\\skill-workflow.json",
  ],
  ["devin", "workspace", "/w/.devin/hooks.v1.json", "/w/.devin/hooks.v1.json", "D:\\w\\.devin\\hooks.v1.json"],
  [
    "devin",
    "user",
    "/home/ada/.config/devin/config.json",
    "/Users/ada/.config/devin/config.json",
    "C:\\Users\\ada\\AppData\\Roaming\\devin\\config.json",
  ],
  ["antigravity", "workspace", "/w/.agents/hooks.json", "/w/.agents/hooks.json", "D:\\w\\.agents\\hooks.json"],
  [
    "opencode",
    "workspace",
    "/w/.opencode/plugin/skill-workflow.js",
    "/w/.opencode/plugin/skill-workflow.js",
    "D:\\w\\.opencode\\plugin\\skill-workflow.js",
  ],
];

for (const [client, scope, ...paths] of HOOKS) {
  test(`the hooks of ${client} for ${scope}`, () => {
    const { place } = findProfile(client).hooks!.files[scope]!;
    assert.equal([LINUX, MACOS, WINDOWS].map((machine) => resolvePlace(place, machine)), paths);
  });
}

test("the tables hold every file of every client", () => {
  for (const profile of PROFILES) {
    for (const [table, files] of [[SERVERS, profile.server.files], [HOOKS, profile.hooks?.files ?? {}]] as const) {
      const rows = table.filter(([client]) => client === profile.id).map(([, scope]) => scope).sort();
      assert.equal(rows, Object.keys(files).sort(), profile.id);
    }
  }
});

test("a variable moves a client's folder, if it's absolute", () => {
  const { place } = findProfile("codex").server.files.user!;
  const at = (env: Machine["env"]) => resolvePlace(place, { ...LINUX, env });
  assert.is(at({ CODEX_HOME: "/c" }), "/c/config.toml");
  assert.is(at({ CODEX_HOME: "c" }), "/home/ada/.codex/config.toml");
  assert.is(at({ CODEX_HOME: "" }), "/home/ada/.codex/config.toml");
  const zed = findProfile("zed").server.files.user!.place;
  assert.is(resolvePlace(zed, { ...LINUX, env: { XDG_CONFIG_HOME: "/x" } }), "/x/zed/settings.json");
});

test("every profile is one", () => {
  for (const profile of PROFILES) assert.equal(checkProfile(profile), [], profile.id);
});

test("what isn't a profile is told from one", () => {
  const good = structuredClone(findProfile("codex"));
  const file = good.server.files.user!;
  const bad: [string, unknown][] = [
    ["a place that leads up", { ...good, skills: { workspace: ["../x"], user: [] } }],
    ["an absolute place", { ...good, skills: { workspace: ["/x"], user: [] } }],
    ["a Windows place", { ...good, skills: { workspace: ["a\\b"], user: [] } }],
    ["an empty flag", { ...good, trust: { how: "x", flag: "" } }],
    ["an illegal variable", { ...good, markers: ["A-B"] }],
    ["an empty argument", { ...good, acp: [""] }],
    ["an entry without its program", {
      ...good,
      server: { ...good.server, files: { user: { ...file, entry: { args: ["{args}"] } } } },
    }],
    ["an unknown key", { ...good, colour: "red" }],
    ["no profile", null],
  ];
  for (const [name, profile] of bad) assert.ok(checkProfile(profile).length > 0, name);
});

test("names and aliases are of one client each, and tools and markers are known", () => {
  const names = PROFILES.flatMap((profile) => [profile.id, ...profile.aliases]);
  assert.is(new Set(names).size, names.length);
  for (const { id, tools, markers, hooks } of PROFILES) {
    if (hooks !== undefined) assert.ok(tools !== undefined && Object.hasOwn(TOOL_NAMES, tools), id);
    for (const marker of markers) assert.ok(AGENT_MARKERS.some(({ telling }) => telling.includes(marker)), marker);
  }
  assert.throws(() => findProfile("claud-code"), /There is no client "claud-code": did you mean "claude-code"/);
});

test("the fence guards every client's hooks from being written", () => {
  const view = viewOf({ enforce: "soft" });
  for (const { id, hooks } of PROFILES) {
    for (const file of Object.values(hooks?.files ?? {})) {
      for (const machine of [LINUX, MACOS, WINDOWS]) {
        const path = resolvePlace(file.place, machine);
        const row = `claude-code Write ${JSON.stringify({ file_path: path, content: "{}" })}`;
        assert.not(decideRow(view, row, { cwd: machine.workspace }).allow, `${id}: ${path}`);
        assert.ok(decideRow(view, `claude-code Read ${JSON.stringify({ file_path: path })}`).allow);
      }
    }
  }
});

test("templates: the program, and all arguments in the place of one item", () => {
  const values = { command: "/n", args: ["a", "b"] };
  const rows = [
    [{ command: "{command}", args: ["{args}"] }, { command: "/n", args: ["a", "b"] }],
    [{ command: ["{command}", "{args}"], enabled: true }, { command: ["/n", "a", "b"], enabled: true }],
    [{ a: null, b: 1, c: "{commands}" }, { a: null, b: 1, c: "{commands}" }],
  ] as const;
  for (const [template, filled] of rows) assert.equal(fillTemplate(template as never, values), filled);
});

test.run();
