/**
 * A client profile: data only.
 * @module
 */

import type { ClientProfile } from "../profile_type.ts";

const entry = { command: "{command}", args: ["{args}"] };

/** Devin Desktop with Devin Local, which was Windsurf. */
export const devin: ClientProfile = {
  id: "devin",
  title: "Devin Desktop",
  aliases: ["devin-local", "devin-desktop"],
  evidence: "secondary",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: {
          linux: { root: "config", path: "devin/mcp_config.json" },
          macos: { root: "config", path: "devin/mcp_config.json" },
          windows: { root: "appData", path: "devin/mcp_config.json" },
        },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: ".devin/mcp_config.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
    },
  },
  trust: { how: "Enable the server in the application's settings." },
  skills: { workspace: [".devin/skills", ".windsurf/skills"], user: [".config/devin/skills"] },
  hooks: {
    shape: "nested",
    files: {
      user: {
        place: {
          linux: { root: "config", path: "devin/config.json" },
          macos: { root: "config", path: "devin/config.json" },
          windows: { root: "appData", path: "devin/config.json" },
        },
        keyPath: ["hooks"],
      },
      // Here the map of events is the whole file.
      workspace: { place: { root: "workspace", path: ".devin/hooks.v1.json" }, keyPath: [] },
    },
    wholeFile: false,
    events: { PreToolUse: "tool", SessionStart: "start", Stop: "stop" },
    timeout: { key: "timeout", unit: "s" },
    failures: {
      crash: "unknown",
      missing: "unknown",
      timeout: "unknown",
      malformed: "unknown",
      untrusted: "unknown",
    },
  },
  tools: "devin",
  markers: [],
};
