/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { command: "{command}", args: ["{args}"] };

/** Cursor, the editor and its command line. */
export const cursor: ClientProfile = {
  id: "cursor",
  title: "Cursor",
  aliases: ["cursor-agent"],
  evidence: "secondary",
  server: {
    transport: "stdio",
    files: {
      user: { place: { root: "home", path: ".cursor/mcp.json" }, format: "json", keyPath: ["mcpServers"], entry },
      workspace: {
        place: { root: "workspace", path: ".cursor/mcp.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry,
      },
    },
  },
  trust: { how: "Enable the server in Cursor's settings; headless: `agent --approve-mcps`.", flag: "--approve-mcps" },
  skills: { workspace: [".agents/skills", ".cursor/skills", ".claude/skills"], user: [".cursor/skills"] },
  hooks: {
    shape: "cursor",
    files: {
      user: { place: { root: "home", path: ".cursor/hooks.json" }, keyPath: ["hooks"] },
      workspace: { place: { root: "workspace", path: ".cursor/hooks.json" }, keyPath: ["hooks"] },
    },
    wholeFile: false,
    events: { preToolUse: "tool", sessionStart: "start", stop: "stop", subagentStop: "subagent_stop" },
    timeout: { key: "timeout", unit: "s" },
    failClosed: { failClosed: true },
    failures: { crash: "fixed", missing: "fixed", timeout: "fixed", malformed: "fixed", untrusted: "unknown" },
  },
  tools: "cursor",
  headless: {
    argv: ["agent", "-p", "{prompt}", "--output-format", "stream-json"],
    stdin: "empty",
    final: "result",
    resume: ["--resume", "{session}"],
    permission: ["--force"],
  },
  acp: ["agent", "acp"],
  markers: markersOf("Cursor"),
};
