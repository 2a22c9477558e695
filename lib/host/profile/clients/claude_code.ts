/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { type: "stdio", command: "{command}", args: ["{args}"] };

/** Claude Code. */
export const claudeCode: ClientProfile = {
  id: "claude-code",
  title: "Claude Code",
  aliases: ["claude"],
  evidence: "measured",
  version: "2.1.332",
  server: {
    transport: "stdio",
    files: {
      // The running program's own state: it's only read here.
      user: {
        place: {
          root: "home",
          path: ".claude.json",
          override: { variable: "CLAUDE_CONFIG_DIR", path: ".claude.json" },
        },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
      workspace: { place: { root: "workspace", path: ".mcp.json" }, format: "json", keyPath: ["mcpServers"], entry },
    },
    cli: {
      user: {
        add: ["claude", "mcp", "add-json", "-s", "user", "{name}", "{entry}"],
        remove: ["claude", "mcp", "remove", "-s", "user", "{name}"],
      },
    },
    flag: { flag: "--mcp-config", value: "path" },
  },
  trust: {
    how: "A server in the workspace's .mcp.json starts once a person has approved it (claude asks at its start); " +
      "`claude -p` starts it without asking.",
    gates: { server: { user: "free", workspace: "asked" }, hooks: { user: "free", workspace: "folder" } },
    folders: {
      place: { root: "home", path: ".claude.json", override: { variable: "CLAUDE_CONFIG_DIR", path: ".claude.json" } },
      format: "jsonc",
      keyPath: ["projects", "{folder}", "hasTrustDialogAccepted"],
      value: true,
      below: true,
    },
  },
  skills: { workspace: [".claude/skills"], user: [".claude/skills"] },
  hooks: {
    shape: "nested",
    files: {
      user: {
        place: {
          root: "home",
          path: ".claude/settings.json",
          override: { variable: "CLAUDE_CONFIG_DIR", path: "settings.json" },
        },
        keyPath: ["hooks"],
      },
      workspace: { place: { root: "workspace", path: ".claude/settings.json" }, keyPath: ["hooks"] },
    },
    wholeFile: false,
    events: { PreToolUse: "tool", SessionStart: "start", Stop: "stop", SubagentStop: "subagent_stop" },
    timeout: { key: "timeout", unit: "s" },
    failClosed: { onFailure: "block" },
    trust: "Hooks in the workspace's settings run once the folder is trusted; `claude -p` runs them without.",
    failures: { crash: "fixed", missing: "fixed", timeout: "fixed", malformed: "open", untrusted: "guarded" },
  },
  tools: "claude-code",
  headless: {
    argv: ["claude", "-p", "{prompt}", "--output-format", "stream-json", "--verbose"],
    stdin: "empty",
    final: "result",
    resume: ["--resume", "{session}"],
    permission: ["--permission-mode", "acceptEdits"],
  },
  acp: ["claude-agent-acp"],
  acpMode: "default",
  acpAsks: { kind: "other", title: "mcp__{server}__{tool}" },
  structured: {
    protocol: "stream-json",
    argv: [
      ...["claude", "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
      ...["--permission-mode", "acceptEdits", "--allowedTools", "mcp__skill-workflow", "--strict-mcp-config"],
      "{config}",
    ],
    resume: ["--resume", "{session}"],
  },
  markers: markersOf("Claude Code"),
};
