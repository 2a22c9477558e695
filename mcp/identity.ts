/**
 * How the server introduces itself.
 * @module
 */

import type { Implementation } from "@modelcontextprotocol/server";
import { VERSION } from "../lib/version.ts";

/** Name, version and icon. */
export const IDENTITY: Implementation = {
  name: "skill-workflow",
  title: "Skill workflows",
  version: VERSION,
};
