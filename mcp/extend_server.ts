/**
 * What a server has beside its tools: sessions as resources, the Skills extension, prompts.
 * @module
 */

import type { McpServer } from "@modelcontextprotocol/server";
import { registerCompletions, registerPrompts } from "./prompts.ts";
import { listedSessions, registerSessionResources } from "./resources.ts";
import type { ServerSetup } from "./server_setup.ts";
import { makeSkillsExtension } from "./skills_extension.ts";

/** Makes what registers them, for skills of this home; with `prompts` those are prompts as well. */
export function extendServer(home: string, prompts = false): NonNullable<ServerSetup["extend"]> {
  return (server: McpServer, setup: ServerSetup, era: "legacy" | "modern") => {
    const { engine, workspace, moves, requireSkill } = setup;
    const sessions = { engine, workspace, modern: era === "modern", ...(moves ? { moves } : {}) };
    const shelf = { workspace, home, ...(requireSkill ? { requireSkill } : {}) };
    registerSessionResources(server, sessions);
    makeSkillsExtension(shelf).attach(server);
    if (prompts) registerPrompts(server, shelf);
    registerCompletions(server, {
      sessionIds: async () => (await listedSessions(sessions)).map((one) => one.id),
      ...(prompts ? { shelf } : {}),
    });
  };
}
