/**
 * A client profile: data only.
 * @module
 */

import type { ClientProfile } from "../profile_type.ts";

/** Claude Desktop. */
export const claudeDesktop: ClientProfile = {
  id: "claude-desktop",
  title: "Claude Desktop",
  aliases: [],
  evidence: "secondary",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: { root: "appData", path: "Claude/claude_desktop_config.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry: { command: "{command}", args: ["{args}"] },
      },
    },
  },
  trust: { how: "Quit and start the application again." },
  skills: { workspace: [], user: [] },
  markers: [],
};
