/**
 * A client profile: data only.
 * @module
 */

import { markersOf } from "../markers.ts";
import type { ClientProfile } from "../profile_type.ts";

/** Auggie. */
export const auggie: ClientProfile = {
  id: "auggie",
  title: "Auggie",
  aliases: ["augment"],
  evidence: "measured",
  version: "0.36.0",
  server: {
    transport: "stdio",
    files: {
      user: {
        place: { root: "home", path: ".augment/settings.json" },
        format: "json",
        keyPath: ["mcpServers"],
        entry: { type: "stdio", command: "{command}", args: ["{args}"] },
      },
    },
  },
  trust: { how: "None is known." },
  skills: { workspace: [".augment/skills"], user: [".augment/skills"] },
  markers: markersOf("Auggie"),
};
