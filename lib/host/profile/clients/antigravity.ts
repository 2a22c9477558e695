/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { command: "{command}", args: ["{args}"] };

/** Antigravity and its command line `agy`, the successor of Gemini CLI. */
export const antigravity: ClientProfile = {
  id: "antigravity",
  title: "Antigravity (agy)",
  aliases: ["agy", "antigravity-cli"],
  evidence: "secondary",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: { root: "home", path: ".gemini/config/mcp_config.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: ".agents/mcp_config.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
    },
  },
  trust: {
    how: "Allow the tools once, or add `mcp(skill-workflow/*)` to `permissions.allow` in " +
      "~/.gemini/antigravity-cli/settings.json.",
  },
  skills: {
    workspace: [".agents/skills", ".agent/skills"],
    user: [".gemini/config/skills", ".gemini/antigravity/skills", ".gemini/antigravity/global_skills"],
  },
  hooks: {
    shape: "antigravity",
    files: {
      user: { place: { root: "home", path: ".gemini/config/hooks.json" }, keyPath: ["skill-workflow"] },
      workspace: { place: { root: "workspace", path: ".agents/hooks.json" }, keyPath: ["skill-workflow"] },
    },
    wholeFile: false,
    events: { PreToolUse: "tool", PreInvocation: "prompt", Stop: "stop" },
    timeout: { key: "timeout", unit: "s" },
    failures: { crash: "closed", missing: "closed", timeout: "unknown", malformed: "closed", untrusted: "unknown" },
  },
  tools: "antigravity",
  headless: {
    argv: ["agy", "-p", "{prompt}", "--output-format", "stream-json"],
    stdin: "empty",
    final: "result",
    resume: ["--conversation", "{session}"],
    permission: ["--dangerously-skip-permissions"],
  },
  toolSchemas: { root: "home", path: ".gemini/antigravity-cli/mcp" },
  markers: markersOf("Antigravity"),
};
