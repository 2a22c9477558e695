/**
 * The agents of this machine.
 * @module
 */

import type { EngineApi } from "../engine/mod.ts";
import type { UserDirs } from "../user_dirs.ts";
import { Agents } from "./agents.ts";
import type { AgentsApi } from "./agents_type.ts";
import { makeLive } from "./make_live.ts";

/** What agents are started with. */
export interface MakeAgentsOptions {
  /** The user's folders. */
  dirs: UserDirs;
  /** The environment of clients, before agents' marks are taken out. */
  env: Readonly<Record<string, string | undefined>>;
  /** Walks the workflows of agents that have no MCP. */
  engine: EngineApi;
  /** The caller's name; the main agent's if not given. */
  by?: string;
  /** The command line of this program: without it an agent gets no server of ours. */
  program?: readonly string[];
}

/**
 * Puts the agents together, for `dispatch`. Nothing is started before it's asked for.
 *
 * @example
 * ```ts
 * import { makeAgents, makeEngine, userDirs } from "@skill-workflow/skill-workflow/host";
 * const agents = makeAgents({ dirs: userDirs(), env: {}, engine: makeEngine() });
 * await agents.close();
 * ```
 */
export function makeAgents(options: MakeAgentsOptions): AgentsApi {
  const { dirs, by } = options;
  return new Agents({ dirs, live: makeLive(options), ...(by === undefined ? {} : { by }) });
}
