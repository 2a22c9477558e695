/**
 * What an agent has on this machine. Source: spec "Capabilities".
 * @module
 */

import {
  type Agent,
  type Capability,
  type CapabilitySource,
  findCapability,
  MAIN_AGENT,
  resolveCapabilities,
} from "../../capability.ts";
import { didYouMean } from "../../did_you_mean.ts";
import { CapabilityError, InvalidInputError } from "../../error.ts";
import { findSkills } from "../find_skills.ts";
import type { FindOptions } from "../scan_skills.ts";
import { findAgents } from "./find_agents.ts";

/** The skills of this machine as capabilities are resolved from them. What a link leads out to isn't one. */
export function capabilitySources(options: FindOptions): CapabilitySource[] {
  return findSkills(options).skills.filter(({ status }) => status !== "refused").map((skill) => ({
    name: skill.name,
    scope: skill.scope === "user" ? "global" : "project",
    ...(skill.description === undefined ? {} : { description: skill.description }),
    ...(skill.kind === undefined ? {} : { kind: skill.kind }),
    ...(skill.status === "broken" || skill.status === "shadowed" ? { state: skill.status } : {}),
    ...(skill.reason === undefined ? {} : { reason: skill.reason }),
  }));
}

/**
 * The agent of a name; `main` is the one that has everything, unless the workspace describes one of that name.
 *
 * @throws {InvalidInputError} there's no such agent; the message lists them
 */
export function findAgent(name: string, workspace: string): Agent {
  const { agents } = findAgents(workspace);
  const found = agents.find((agent) => agent.name === name) ?? (name === MAIN_AGENT.name ? MAIN_AGENT : undefined);
  if (found !== undefined) return found;
  const names = [MAIN_AGENT.name, ...agents.map((agent) => agent.name)];
  throw new InvalidInputError(
    `There is no agent ${JSON.stringify(name)}: ${didYouMean(name, names) || `there are ${names.join(", ")}`}`,
    { field: "agent", wanted: names, actual: name },
  );
}

/** What an agent has on this machine. */
export function capabilitiesOf(agent: Agent, options: FindOptions): Capability[] {
  return resolveCapabilities(agent, capabilitySources(options));
}

/**
 * Goes on only where an agent has a skill. The main agent has whatever can be found, paths included.
 *
 * @throws {CapabilityError} it hasn't; the message names what it has
 */
export function requireCapability(agent: Agent, name: string, options: FindOptions): void {
  if (agent.skills === "all") return;
  const has = capabilitiesOf(agent, options);
  if (findCapability(has, name) !== undefined) return;
  const names = has.map((one) => one.name);
  const hint = didYouMean(name, names);
  throw new CapabilityError(
    `The skill ${JSON.stringify(name)} isn't one of agent "${agent.name}": ${hint ? `${hint} ` : ""}${
      names.length === 0 ? "it has none" : `it has ${names.join(", ")}`
    }`,
    { agent: agent.name, skill: name, has: names },
  );
}
