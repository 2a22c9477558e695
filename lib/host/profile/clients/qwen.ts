/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { command: "{command}", args: ["{args}"] };

/** Qwen Code. Its hooks weren't tried, so none are installed. */
export const qwen: ClientProfile = {
  id: "qwen",
  title: "Qwen Code",
  aliases: ["qwen-code"],
  evidence: "measured",
  version: "0.24.4",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: { root: "home", path: ".qwen/settings.json" },
        format: "jsonc",
        keyPath: ["mcpServers"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: ".qwen/settings.json" },
        format: "jsonc",
        keyPath: ["mcpServers"],
        entry,
      },
    },
    flag: { flag: "--mcp-config", value: "json" },
  },
  trust: {
    how: "Approve the server once: `qwen mcp approve skill-workflow`.",
    gates: { server: { user: "asked", workspace: "asked" } },
  },
  skills: { workspace: [".qwen/skills"], user: [".qwen/skills"] },
  tools: "qwen",
  headless: {
    argv: ["qwen", "{prompt}", "-o", "stream-json"],
    stdin: "empty",
    final: "result",
    resume: ["-r", "{session}"],
    permission: ["--approval-mode", "yolo"],
  },
  acp: ["qwen", "--acp"],
  acpMode: "default",
  acpAsks: { kind: "other", title: "{tool} ({server} MCP Server)" },
  markers: markersOf("Qwen Code"),
};
