/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { command: "{command}", args: ["{args}"], default_tools_approval_mode: "approve" };

/** Codex CLI. */
export const codex: ClientProfile = {
  id: "codex",
  title: "Codex CLI",
  aliases: ["codex-cli"],
  evidence: "measured",
  version: "0.171.0",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: { root: "home", path: ".codex/config.toml", override: { variable: "CODEX_HOME", path: "config.toml" } },
        format: "toml",
        keyPath: ["mcp_servers"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: ".codex/config.toml" },
        format: "toml",
        keyPath: ["mcp_servers"],
        entry,
      },
    },
    flag: { flag: "-c", value: "toml-kv" },
  },
  trust: {
    how:
      "The workspace's .codex/config.toml is read once the folder is trusted (codex asks, or `codex exec --trust`). " +
      "`codex exec` refuses every MCP call without the approval mode that the entry sets.",
    flag: "--trust",
    approvalKey: "default_tools_approval_mode",
    gates: { server: { user: "free", workspace: "folder" }, hooks: { user: "reviewed", workspace: "reviewed" } },
    folders: {
      place: { root: "home", path: ".codex/config.toml", override: { variable: "CODEX_HOME", path: "config.toml" } },
      format: "toml",
      keyPath: ["projects", "{folder}", "trust_level"],
      value: "trusted",
    },
  },
  skills: { workspace: [".agents/skills", ".codex/skills"], user: [".agents/skills", ".codex/skills"] },
  hooks: {
    shape: "nested",
    files: {
      user: {
        place: { root: "home", path: ".codex/hooks.json", override: { variable: "CODEX_HOME", path: "hooks.json" } },
        keyPath: ["hooks"],
      },
      workspace: { place: { root: "workspace", path: ".codex/hooks.json" }, keyPath: ["hooks"] },
    },
    wholeFile: false,
    events: { PreToolUse: "tool", SessionStart: "start", Stop: "stop", SubagentStop: "subagent_stop" },
    timeout: { key: "timeout", unit: "s" },
    trust: "Codex skips hooks silently until a person has trusted them: open codex and review them with /hooks. " +
      "For one run: --dangerously-bypass-hook-trust.",
    failures: { crash: "wrapped", missing: "wrapped", timeout: "wrapped", malformed: "open", untrusted: "skipped" },
  },
  tools: "codex",
  headless: {
    argv: ["codex", "exec", "--json", "{prompt}"],
    stdin: "empty",
    final: "turn.completed",
    resume: ["codex", "exec", "resume", "--json", "{session}", "{prompt}"],
    permission: ["-s", "workspace-write"],
  },
  acp: ["codex-acp"],
  acpMode: "workspace-write",
  acpAsks: { kind: "execute", title: "mcp.{server}.{tool}" },
  // Else a server of the same name in the user's configuration is started instead of the session's.
  acpEnv: { DISABLE_MCP_CONFIG_FILTERING: "true" },
  structured: {
    protocol: "exec-json",
    argv: ["codex", "exec", "-s", "workspace-write", "--skip-git-repo-check", "{config}", "--json", "--", "{prompt}"],
    resume: [
      ...["exec", "-s", "workspace-write", "--skip-git-repo-check", "{config}"],
      ...["resume", "--json", "--", "{session}", "{prompt}"],
    ],
  },
  markers: markersOf("Codex"),
};
