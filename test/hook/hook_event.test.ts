import { test } from "uvu";
import * as assert from "uvu/assert";
import { type HookHost, type HookPurpose, readHookEvent, recogniseHost } from "../../lib/host/hook/hook_event.ts";
import type { JsonObject } from "../../lib/json.ts";

const CLAUDE = {
  session_id: "s",
  transcript_path: "/t",
  cwd: "/w",
  prompt_id: "p",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  tool_input: { file_path: "/w/a" },
  tool_use_id: "u",
};
const CODEX = {
  session_id: "s",
  turn_id: "t",
  transcript_path: "/t",
  cwd: "/w",
  hook_event_name: "PreToolUse",
  model: "m",
  tool_name: "Bash",
  tool_input: { command: "ls" },
  tool_use_id: "u",
};
const GEMINI = {
  session_id: "s",
  transcript_path: "/t",
  cwd: "/w",
  hook_event_name: "BeforeTool",
  timestamp: "2026-11-30T00:00:00Z",
  tool_name: "mcp_a_b",
  tool_input: { x: 1 },
  mcp_context: { server_name: "a", tool_name: "b" },
};
const COPILOT = { sessionId: "s", timestamp: 1, cwd: "/w", toolName: "create", toolArgs: '{"path":"/w/a"}' };
const COPILOT_PASCAL = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  timestamp: "2026-11-30T00:00:00Z",
  cwd: "/w",
  tool_name: "Write",
  tool_input: { path: "/w/a" },
};
const VSCODE = {
  timestamp: "2026-11-30T00:00:00Z",
  cwd: "/w",
  sessionId: "s",
  hookEventName: "PreToolUse",
  transcript_path: "/t",
  tool_name: "create_file",
  tool_input: { filePath: "/w/a" },
  tool_use_id: "u",
};
const CURSOR = {
  conversation_id: "s",
  generation_id: "g",
  workspace_roots: ["/w"],
  hook_event_name: "preToolUse",
  cursor_version: "1",
  tool_name: "Write",
  tool_input: { path: "/w/a" },
};
const AGY = {
  toolCall: { name: "run_command", args: { CommandLine: "ls" } },
  conversationId: "s",
  stepIdx: 1,
  workspacePaths: ["/w"],
};
const WINDSURF = {
  agent_action_name: "pre_run_command",
  trajectory_id: "s",
  execution_id: "e",
  timestamp: "2026-11-30T00:00:00Z",
  tool_info: { command_line: "ls", cwd: "/w" },
};
const OPENCODE = { opencode: true, session_id: "s", cwd: "/w", tool_name: "write", tool_input: { filePath: "/w/a" } };

const without = (payload: JsonObject, ...keys: string[]): JsonObject =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => !keys.includes(key)));

test("the host by the payload, whatever the hook was registered for", () => {
  const rows: [string, JsonObject, HookHost][] = [
    ["Claude Code", CLAUDE, "claude-code"],
    ["Codex", CODEX, "codex"],
    ["Gemini CLI", GEMINI, "gemini"],
    ["Gemini CLI, start", { ...without(GEMINI, "tool_name"), hook_event_name: "SessionStart" }, "gemini"],
    ["Copilot, camel", COPILOT, "copilot"],
    ["Copilot, Pascal", COPILOT_PASCAL, "copilot-pascal"],
    ["VS Code", VSCODE, "vscode"],
    ["Cursor", CURSOR, "cursor"],
    ["agy", AGY, "antigravity"],
    ["agy, stop", { conversationId: "s", workspacePaths: ["/w"], terminationReason: "x" }, "antigravity"],
    ["Windsurf", WINDSURF, "windsurf"],
    ["opencode", OPENCODE, "opencode"],
  ];
  for (const [name, payload, host] of rows) {
    for (const registered of ["claude-code", "codex", "gemini", "cursor", "nonsense"]) {
      assert.is(recogniseHost(payload, registered), host, `${name} registered for ${registered}`);
    }
  }
});

test("where the payload has no mark, what the hook was registered for decides", () => {
  const bare = { session_id: "s", cwd: "/w", hook_event_name: "PreToolUse", tool_name: "Write", tool_input: {} };
  const rows: [string, HookHost][] = [
    ["claude-code", "claude-code"],
    ["codex", "codex"],
    ["devin", "devin"],
    ["copilot", "copilot-pascal"],
    ["nonsense", "claude-code"],
    ["__proto__", "claude-code"],
  ];
  for (const [registered, host] of rows) assert.is(recogniseHost(bare, registered), host, registered);
  assert.is(recogniseHost({ timestamp: 1, cwd: "/w" }, "copilot"), "copilot");
});

test("what each host says, the same for all", () => {
  const rows: [JsonObject, string, string, JsonObject | string, string?][] = [
    [CLAUDE, "s", "Write", { file_path: "/w/a" }],
    [{ ...CLAUDE, mcp_server: { name: "x", source: "user" } }, "s", "Write", { file_path: "/w/a" }, "x"],
    [CODEX, "s", "Bash", { command: "ls" }],
    [GEMINI, "s", "mcp_a_b", { x: 1 }, "a"],
    [COPILOT, "s", "create", { path: "/w/a" }],
    [{ ...COPILOT, toolArgs: { path: "/w/a" } }, "s", "create", { path: "/w/a" }],
    [{ ...COPILOT, toolArgs: "no json" }, "s", "create", "no json"],
    [COPILOT_PASCAL, "s", "Write", { path: "/w/a" }],
    [VSCODE, "s", "create_file", { filePath: "/w/a" }],
    [CURSOR, "s", "Write", { path: "/w/a" }],
    [{ ...CURSOR, hook_event_name: "beforeShellExecution", command: "ls", cwd: "/w" }, "s", "Shell", { command: "ls" }],
    [{ ...CURSOR, hook_event_name: "beforeReadFile", file_path: "/w/a" }, "s", "Read", { path: "/w/a" }],
    [{ ...CURSOR, hook_event_name: "beforeMCPExecution", tool_name: "b", tool_input: '{"x":1}' }, "s", "MCP:b", {
      x: 1,
    }],
    [AGY, "s", "run_command", { CommandLine: "ls" }],
    [WINDSURF, "s", "run_command", { command: "ls" }],
    [
      {
        ...WINDSURF,
        agent_action_name: "pre_mcp_tool_use",
        tool_info: { mcp_server_name: "a", mcp_tool_name: "b", mcp_tool_arguments: { x: 1 }, cwd: "/w" },
      },
      "s",
      "mcp__a__b",
      { x: 1 },
      "a",
    ],
    [OPENCODE, "s", "write", { filePath: "/w/a" }],
  ];
  for (const [payload, session, name, input, server] of rows) {
    const event = readHookEvent(payload, "claude-code", "tool");
    assert.is(event.purpose, "tool", JSON.stringify(payload));
    assert.is(event.session, session);
    assert.is(event.cwd, "/w");
    assert.is(event.tool!.name, name);
    assert.equal(event.tool!.input, input);
    assert.is(event.tool!.server, server);
  }
});

test("what an event is for", () => {
  const rows: [JsonObject, HookPurpose, HookPurpose][] = [
    [{ hook_event_name: "SessionStart" }, "tool", "start"],
    [{ hook_event_name: "UserPromptSubmit" }, "tool", "prompt"],
    [{ hook_event_name: "BeforeAgent" }, "tool", "prompt"],
    [{ hook_event_name: "AfterAgent" }, "tool", "stop"],
    [{ hook_event_name: "Stop" }, "tool", "stop"],
    [{ hook_event_name: "SubagentStop" }, "tool", "subagent_stop"],
    [{ hook_event_name: "stop", conversation_id: "s" }, "tool", "stop"],
    [{ hook_event_name: "PostToolUse" }, "tool", "other"],
    [{ hook_event_name: "Notification" }, "tool", "other"],
    [{ timestamp: 1, sessionId: "s" }, "stop", "stop"],
    [{ timestamp: 1, sessionId: "s", toolName: "view" }, "stop", "tool"],
    [{ conversationId: "s", invocationNum: 0 }, "stop", "prompt"],
    [{ conversationId: "s", terminationReason: "x" }, "stop", "stop"],
    [{ agent_action_name: "pre_user_prompt" }, "tool", "other"],
    [{ agent_action_name: "post_write_code" }, "tool", "other"],
    [{ opencode: true }, "start", "start"],
  ];
  for (const [payload, expected, purpose] of rows) {
    assert.is(readHookEvent(payload, "claude-code", expected).purpose, purpose, JSON.stringify(payload));
  }
});

test("fields of another type than they should be say nothing", () => {
  const event = readHookEvent({ session_id: 5, cwd: [], tool_name: null, tool_input: 3, agent_id: {} }, "x", "tool");
  assert.is(event.session, "");
  assert.is(event.cwd, "");
  assert.is(event.tool!.name, "");
  assert.is(event.agent, undefined);
});

test.run();
