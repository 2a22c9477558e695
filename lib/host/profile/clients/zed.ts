/**
 * A client profile: data only.
 * @module
 */

import type { ClientProfile } from "../profile_type.ts";

const entry = { command: "{command}", args: ["{args}"] };

/** Zed. It has no hooks. */
export const zed: ClientProfile = {
  id: "zed",
  title: "Zed",
  aliases: [],
  evidence: "documented",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: {
          linux: { root: "config", path: "zed/settings.json" },
          macos: { root: "config", path: "zed/settings.json" },
          windows: { root: "appData", path: "Zed/settings.json" },
        },
        format: "jsonc",
        keyPath: ["context_servers"],
        entry,
      },
      workspace: {
        place: { root: "workspace", path: ".zed/settings.json" },
        format: "jsonc",
        keyPath: ["context_servers"],
        entry,
      },
    },
  },
  trust: { how: "Zed asks about the workspace's settings when the folder is opened." },
  skills: { workspace: [".agents/skills"], user: [] },
  markers: [],
};
