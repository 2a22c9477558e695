/**
 * A client profile: data only.
 * @module
 */

import type { ClientProfile } from "../profile_type.ts";

/** Windsurf with Cascade, before it became Devin Desktop. */
export const windsurf: ClientProfile = {
  id: "windsurf",
  title: "Windsurf (Cascade)",
  aliases: ["cascade"],
  evidence: "documented",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: { root: "home", path: ".codeium/windsurf/mcp_config.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry: { command: "{command}", args: ["{args}"] },
      },
    },
  },
  trust: { how: "Enable the server in Windsurf's settings." },
  skills: { workspace: [".windsurf/skills"], user: [".codeium/windsurf/skills"] },
  hooks: {
    shape: "windsurf",
    files: {
      user: { place: { root: "home", path: ".codeium/windsurf/hooks.json" }, keyPath: ["hooks"] },
      workspace: { place: { root: "workspace", path: ".windsurf/hooks.json" }, keyPath: ["hooks"] },
    },
    wholeFile: false,
    events: {
      pre_run_command: "tool",
      pre_write_code: "tool",
      pre_read_code: "tool",
      pre_mcp_tool_use: "tool",
    },
    failures: { crash: "wrapped", missing: "wrapped", timeout: "unknown", malformed: "open", untrusted: "unknown" },
  },
  tools: "windsurf",
  markers: [],
};
