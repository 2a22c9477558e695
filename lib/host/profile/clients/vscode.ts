/**
 * A client profile: data only.
 * @module
 */

import type { ClientProfile } from "../profile_type.ts";

const entry = { type: "stdio", command: "{command}", args: ["{args}"] };

/** VS Code with Copilot. Its hooks are a preview. */
export const vscode: ClientProfile = {
  id: "vscode",
  title: "VS Code",
  aliases: ["code", "vs-code"],
  evidence: "documented",
  server: {
    transport: "stdio",
    files: {
      user: { place: { root: "appData", path: "Code/User/mcp.json" }, format: "jsonc", keyPath: ["servers"], entry },
      workspace: {
        place: { root: "workspace", path: ".vscode/mcp.json" },
        format: "jsonc",
        keyPath: ["servers"],
        entry,
      },
    },
  },
  trust: { how: "VS Code asks whether the server is trusted when it starts for the first time." },
  skills: { workspace: [".agents/skills", ".github/skills", ".claude/skills"], user: [".copilot/skills"] },
  hooks: {
    shape: "vscode",
    files: {
      user: { place: { root: "home", path: ".copilot/hooks/skill-workflow.vscode.json" }, keyPath: ["hooks"] },
      workspace: { place: { root: "workspace", path: ".github/hooks/skill-workflow.vscode.json" }, keyPath: ["hooks"] },
    },
    wholeFile: true,
    events: { PreToolUse: "tool", SessionStart: "start", Stop: "stop", SubagentStop: "subagent_stop" },
    timeout: { key: "timeout", unit: "s" },
    trust: "Hooks are a preview: setting `chat.useHooks`, and a trusted workspace.",
    failures: {
      crash: "wrapped",
      missing: "wrapped",
      timeout: "wrapped",
      malformed: "unknown",
      untrusted: "unknown",
    },
  },
  tools: "vscode",
  markers: [],
};
