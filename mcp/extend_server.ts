/**
 * What a server has beside its tools: sessions as resources, and the Skills extension.
 * @module
 */

import type { McpServer } from "@modelcontextprotocol/server";
import { registerSessionResources } from "./resources.ts";
import type { ServerSetup } from "./server_setup.ts";
import { makeSkillsExtension } from "./skills_extension.ts";

/** Makes what registers them, for skills of this home. */
export function extendServer(home: string): NonNullable<ServerSetup["extend"]> {
  return (server: McpServer, setup: ServerSetup, era: "legacy" | "modern") => {
    const { engine, workspace, moves, requireSkill } = setup;
    registerSessionResources(server, { engine, workspace, modern: era === "modern", ...(moves ? { moves } : {}) });
    makeSkillsExtension({ workspace, home, ...(requireSkill ? { requireSkill } : {}) }).attach(server);
  };
}
