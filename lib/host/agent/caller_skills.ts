/**
 * What the caller of a server may read. Source: spec "Capabilities".
 * @module
 */

import type { Capability } from "../../capability.ts";
import type { UserDirs } from "../user_dirs.ts";
import { identityOf } from "./identity.ts";

/** The skills of the agent for which a server was started. */
export interface CallerSkills {
  /** What it has, as the workspace says now. */
  list(): Capability[];
  /**
   * Goes on only where it has a skill.
   *
   * @throws {CapabilityError} it hasn't; the message names what it has
   */
  require(name: string): void;
}

/**
 * The skills of the agent that the environment's token stands for; undefined for the main agent, which has them all, so
 * that nothing has to be read at its start.
 *
 * @throws {InvalidInputError} the token isn't known, or the agent isn't there any more
 */
export async function callerSkills(
  dirs: UserDirs,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CallerSkills | undefined> {
  const identity = identityOf(dirs.state, env);
  if (identity === undefined) return undefined;
  const { capabilitiesOf, findAgent, requireCapability } = await import("./capabilities.ts");
  const options = { workspace: identity.workspace, home: dirs.home };
  // Looked up anew for every call: what an agent has may be changed while it lives.
  const agent = () => findAgent(identity.agent, identity.workspace);
  return {
    list: () => capabilitiesOf(agent(), options),
    require: (name) => requireCapability(agent(), name, options),
  };
}
