/**
 * Live agents of this machine, started by their profiles.
 * @module
 */

import { openFileDoor } from "../dispatch/file_door.ts";
import { findAgent, requireCapability } from "./capabilities.ts";
import { DEPTH_VARIABLE, depthOf } from "./depth.ts";
import { makePlan } from "./launch/make_plan.ts";
import { MachineAgents } from "./live/machine_agents.ts";
import type { LiveAgents } from "./live_port.ts";
import { makeAgents, type MakeAgentsOptions } from "./make_agents.ts";

/** Starts and asks agents. */
export function makeLive(options: MakeAgentsOptions): LiveAgents {
  const { dirs, env, program } = options;
  return new MachineAgents({
    state: dirs.state,
    env,
    plan: (agent, workspace) =>
      makePlan(agent, workspace, {
        dirs,
        env,
        ...(program === undefined ? {} : { program }),
        openRequests: (agent, workspace, folder) => takeRequests(options, agent.name, workspace, folder),
      }),
  });
}

/** The file door of an agent without a server of ours: its identity is the folder, which nobody else is given. */
function takeRequests(options: MakeAgentsOptions, name: string, workspace: string, folder: string): () => void {
  const { dirs, env, engine } = options;
  const find = { workspace, home: dirs.home };
  const agents = makeAgents({ ...options, by: name, env: { ...env, [DEPTH_VARIABLE]: String(depthOf(env) + 1) } });
  const door = openFileDoor({
    folder,
    workspace,
    engine,
    agents,
    requireSkill: (skill) => requireCapability(findAgent(name, workspace), skill, find),
  });
  return () => {
    void door.close();
    void agents.close();
  };
}
