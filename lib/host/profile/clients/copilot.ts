/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { type: "local", command: "{command}", args: ["{args}"], tools: ["*"] };

/** GitHub Copilot CLI. */
export const copilot: ClientProfile = {
  id: "copilot",
  title: "GitHub Copilot CLI",
  aliases: ["copilot-cli"],
  evidence: "measured",
  version: "1.0.102",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: {
          root: "home",
          path: ".copilot/mcp-config.json",
          override: { variable: "COPILOT_HOME", path: "mcp-config.json" },
        },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: ".github/mcp.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
    },
    flag: { flag: "--additional-mcp-config", value: "@file" },
  },
  trust: {
    how: "The workspace's servers and hooks are ignored until the folder is trusted (copilot asks, or --trust-folder).",
    flag: "--trust-folder",
    gates: { server: { user: "free", workspace: "folder" }, hooks: { user: "free", workspace: "folder" } },
    folders: {
      place: {
        root: "home",
        path: ".copilot/config.json",
        override: { variable: "COPILOT_HOME", path: "config.json" },
      },
      format: "jsonc",
      keyPath: ["trustedFolders"],
      below: true,
    },
  },
  skills: {
    workspace: [".agents/skills", ".github/skills", ".claude/skills"],
    user: [".agents/skills", ".copilot/skills"],
  },
  hooks: {
    shape: "copilot",
    files: {
      user: {
        place: {
          root: "home",
          path: ".copilot/hooks/skill-workflow.json",
          override: { variable: "COPILOT_HOME", path: "hooks/skill-workflow.json" },
        },
        keyPath: ["hooks"],
      },
      workspace: { place: { root: "workspace", path: ".github/hooks/skill-workflow.json" }, keyPath: ["hooks"] },
    },
    wholeFile: true,
    events: {
      preToolUse: "tool",
      sessionStart: "start",
      userPromptSubmitted: "prompt",
      agentStop: "stop",
      subagentStop: "subagent_stop",
    },
    timeout: { key: "timeoutSec", unit: "s" },
    trust: "The workspace's hooks are skipped silently until the folder is trusted.",
    failures: { crash: "closed", missing: "closed", timeout: "wrapped", malformed: "open", untrusted: "skipped" },
  },
  tools: "copilot",
  headless: {
    argv: ["copilot", "-p", "{prompt}", "--output-format", "json"],
    stdin: "empty",
    final: "result",
    resume: ["--resume={session}"],
    permission: ["--allow-all-tools"],
  },
  // It asks about a tool by its title alone, by which ours can't be told from others.
  acp: ["copilot", "--acp", "--allow-tool", "skill-workflow"],
  acpServers: "flag",
  markers: markersOf("Copilot CLI"),
};
