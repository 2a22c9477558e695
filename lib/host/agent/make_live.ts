/**
 * Live agents of this machine.
 * @module
 */

import { AgentUnavailableError } from "../../error.ts";
import type { LiveAgents } from "./live_port.ts";
import type { MakeAgentsOptions } from "./make_agents.ts";

/** Starts and asks agents. */
export function makeLive(_options: MakeAgentsOptions): LiveAgents {
  const no = (): Promise<never> =>
    Promise.reject(new AgentUnavailableError("Agents can't be started by this version: start the client yourself"));
  return { state: () => "idle", launch: no, ask: no, stop: no, close: () => Promise.resolve() };
}
