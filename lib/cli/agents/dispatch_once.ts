/**
 * What dispatch needs, for one command line: an engine, the agents of this machine, and who is asking.
 * @module
 */

import type { Json } from "../../json.ts";
import type { AgentsApi } from "../../host/agent/agents_type.ts";
import { callerSkills } from "../../host/agent/caller_skills.ts";
import { identityOf } from "../../host/agent/identity.ts";
import { makeAgents } from "../../host/agent/make_agents.ts";
import { type Command, readCommand } from "../../host/dispatch/command.ts";
import { dispatch } from "../../host/dispatch/dispatch.ts";
import { type Dispatched, outcomeOfError } from "../../host/dispatch/outcome.ts";
import { makeEngine } from "../../host/make_engine.ts";
import { userDirs } from "../../host/user_dirs.ts";
import type { Io } from "../io.ts";
import { ownCommand } from "../mcp/own_command.ts";
import { untilStopped } from "./until_stopped.ts";

/**
 * Does one command, has its outcome printed, and stays for as long as an agent runs that it has launched.
 */
export async function dispatchOnce(
  { action, args }: { action: string; args: Json },
  workspace: string,
  io: Io,
  print: (outcome: Dispatched) => number,
): Promise<number> {
  const dirs = userDirs({ env: io.env });
  // A launched agent at its shell is the agent that it was launched as.
  const [skills, by] = [await callerSkills(dirs, io.env), identityOf(dirs.state, io.env)?.agent];
  let command: Command;
  try {
    command = readCommand(action, args);
  } catch (error) {
    return print(outcomeOfError(null, "cli", error));
  }
  const engine = makeEngine({ dirs, env: io.env, trustAll: io.env.SKILL_WORKFLOW_TRUST === "1" });
  const agents: AgentsApi = makeAgents({
    dirs,
    env: io.env,
    engine,
    program: ownCommand(),
    ...(by === undefined ? {} : { by }),
  });
  try {
    const context = { engine, agents, ...(skills === undefined ? {} : { requireSkill: skills.require }) };
    const outcome = await dispatch(command, { door: "cli", workspace }, context);
    const code = print(outcome);
    if (outcome.ok && command.action === "launch_agent") await untilStopped(agents, command.args, workspace);
    return code;
  } finally {
    await agents.close();
    engine.close();
  }
}
