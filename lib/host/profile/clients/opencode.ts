/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

const entry = { type: "local", command: ["{command}", "{args}"], enabled: true };

/** opencode. Its hooks are a plugin, which maps a subagent's session to its parent's. */
export const opencode: ClientProfile = {
  id: "opencode",
  title: "opencode",
  aliases: [],
  evidence: "measured",
  version: "1.18.33",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: { root: "config", path: "opencode/opencode.json" },
        format: "jsonc",
        alternatives: ["opencode.jsonc"],
        keyPath: ["mcp"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: "opencode.json" },
        format: "jsonc",
        alternatives: ["opencode.jsonc"],
        keyPath: ["mcp"],
        entry,
      },
    },
    envKey: "environment",
    env: { variable: "OPENCODE_CONFIG_CONTENT", value: "json" },
  },
  trust: {
    how: "Nothing: opencode starts it at once.",
    gates: { server: { user: "free", workspace: "free" }, hooks: { user: "free", workspace: "free" } },
  },
  skills: {
    workspace: [".agents/skills", ".opencode/skills", ".opencode/skill", ".claude/skills"],
    user: [".agents/skills", ".config/opencode/skills", ".opencode/skills", ".claude/skills"],
  },
  hooks: {
    shape: "plugin",
    files: {
      user: { place: { root: "config", path: "opencode/plugin/skill-workflow.js" }, keyPath: [] },
      workspace: { place: { root: "workspace", path: ".opencode/plugin/skill-workflow.js" }, keyPath: [] },
    },
    wholeFile: true,
    events: {
      "tool.execute.before": "tool",
      "experimental.chat.system.transform": "start",
      "experimental.session.compacting": "prompt",
      "experimental.text.complete": "stop",
      "session.idle": "stop",
    },
    trust: "With its first plugin opencode installs a package of its own: the first start takes about 20 seconds.",
    failures: { crash: "closed", missing: "closed", timeout: "closed", malformed: "closed", untrusted: "unknown" },
  },
  tools: "opencode",
  headless: {
    argv: ["opencode", "run", "--format", "json", "{prompt}"],
    stdin: "empty",
    final: "step_finish",
    resume: ["-s", "{session}"],
    permission: ["--auto"],
  },
  acp: ["opencode", "acp"],
  acpAsks: { kind: "other", title: "{server}_{tool}" },
  // It asks nobody else.
  acpEnv: { OPENCODE_PERMISSION: '{"*":"ask","bash":"ask","edit":"ask"}' },
  markers: markersOf("opencode"),
};
