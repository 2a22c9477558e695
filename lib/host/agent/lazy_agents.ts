/**
 * Agents that are put together at the first command about them.
 * @module
 */

import type { AgentsApi } from "./agents_type.ts";

/** Loads when it's needed; nothing is closed that wasn't. */
export function lazyAgents(load: () => Promise<AgentsApi>): AgentsApi {
  let loading: Promise<AgentsApi> | undefined;
  return {
    run: async (command, caller) => await (await (loading ??= load())).run(command, caller),
    isLive: async (target, workspace) => await (await (loading ??= load())).isLive(target, workspace),
    close: async () => await (await loading?.catch(() => undefined))?.close(),
  };
}
