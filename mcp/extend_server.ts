/**
 * What a server has beside its tools: sessions as resources, and the Skills extension.
 * @module
 */

import { registerSessionResources } from "./resources.ts";
import type { ExtendServer } from "./server_setup.ts";
import { makeSkillsExtension } from "./skills_extension.ts";

/** Makes what registers them, for skills of this home. */
export function extendServer(home: string): ExtendServer {
  return (server, setup, era) => {
    const { engine, workspace, moves, requireSkill } = setup;
    registerSessionResources(server, { engine, workspace, modern: era === "modern", ...(moves ? { moves } : {}) });
    makeSkillsExtension({ workspace, home, ...(requireSkill ? { requireSkill } : {}) }).attach(server);
  };
}
