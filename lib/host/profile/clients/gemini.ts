/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { command: "{command}", args: ["{args}"] };

/** Gemini CLI. */
export const gemini: ClientProfile = {
  id: "gemini",
  title: "Gemini CLI",
  aliases: ["gemini-cli"],
  evidence: "measured",
  version: "0.61.0",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: {
          root: "home",
          path: ".gemini/settings.json",
          override: { variable: "GEMINI_CLI_HOME", path: ".gemini/settings.json" },
        },
        format: "jsonc",
        keyPath: ["mcpServers"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: ".gemini/settings.json" },
        format: "jsonc",
        keyPath: ["mcpServers"],
        entry,
      },
    },
  },
  trust: {
    how:
      "In a folder that isn't trusted the headless run is refused; trust the folder (gemini asks) or set the variable. " +
      "--skip-trust runs tools, but leaves the workspace's server and hooks out.",
    env: { variable: "GEMINI_CLI_TRUST_WORKSPACE", value: "true" },
    gates: { server: { user: "folder", workspace: "folder" }, hooks: { user: "free", workspace: "folder" } },
    folders: {
      place: {
        root: "home",
        path: ".gemini/trustedFolders.json",
        override: { variable: "GEMINI_CLI_HOME", path: ".gemini/trustedFolders.json" },
      },
      format: "jsonc",
      keyPath: ["{folder}"],
      value: "TRUST_FOLDER",
      below: true,
    },
  },
  skills: { workspace: [".agents/skills", ".gemini/skills"], user: [".agents/skills", ".gemini/skills"] },
  hooks: {
    shape: "nested",
    files: {
      user: {
        place: {
          root: "home",
          path: ".gemini/settings.json",
          override: { variable: "GEMINI_CLI_HOME", path: ".gemini/settings.json" },
        },
        keyPath: ["hooks"],
      },
      workspace: { place: { root: "workspace", path: ".gemini/settings.json" }, keyPath: ["hooks"] },
    },
    wholeFile: false,
    events: { BeforeTool: "tool", SessionStart: "start", BeforeAgent: "prompt", AfterAgent: "stop" },
    timeout: { key: "timeout", unit: "ms" },
    trust: "The workspace's hooks run in a trusted folder only, and never with --skip-trust; the user's run always.",
    failures: { crash: "wrapped", missing: "closed", timeout: "wrapped", malformed: "open", untrusted: "refused" },
  },
  tools: "gemini",
  headless: {
    argv: ["gemini", "-o", "stream-json"],
    stdin: "prompt",
    final: "result",
    resume: ["-r", "{session}"],
    permission: ["-y"],
  },
  acp: ["gemini", "--acp"],
  acpAsks: { kind: "other", title: "{tool} ({server} MCP Server)" },
  markers: markersOf("Gemini CLI"),
};
