/**
 * In which structured way an agent's client is driven here. Source: spec "Agents and the one dispatch".
 * @module
 */

import type { Agent } from "../../../capability.ts";
import { AgentUnavailableError } from "../../../error.ts";
import { findProgram } from "../../find_program.ts";
import { type ClientProfile, findProfile, PROFILES } from "../../profile/mod.ts";

/** The way, and the program that was found for it. */
export interface ChosenMode {
  profile: ClientProfile;
  mode: "acp" | "stream-json" | "exec-json";
  program: string;
}

/**
 * The Agent Client Protocol where its program is there, else the client's own structured mode.
 *
 * @throws {AgentUnavailableError} the agent names no client, or one that can't be asked in a structured way, or isn't here
 */
export function chooseMode(agent: Agent, env: Readonly<Record<string, string | undefined>>): ChosenMode {
  const refused = (reason: string) =>
    new AgentUnavailableError(`Agent "${agent.name}" can't be started: ${reason}`, { agent: agent.name, reason });
  if (agent.profile === undefined) {
    throw refused(
      `its file names no client\nAdd the field profile to ${agent.file ?? "its file"}, one of ${askable().join(", ")}`,
    );
  }
  const profile = profileOf(agent.profile, refused);
  const { acp, structured, title } = profile;
  if (acp === undefined && structured === undefined) {
    throw refused(`${title} can't be asked in a structured way\nChoose another profile: ${askable().join(", ")}`);
  }
  if (acp !== undefined) {
    const program = findProgram(acp[0], env);
    if (program !== undefined) return { profile, mode: "acp", program };
  }
  if (structured !== undefined) {
    const program = findProgram(structured.argv[0], env);
    if (program !== undefined) return { profile, mode: structured.protocol, program };
  }
  const names = [acp?.[0], structured?.argv[0]].filter((name) => name !== undefined);
  throw refused(`there is no ${[...new Set(names)].join(" and no ")} on the PATH: install ${title}`);
}

function profileOf(name: string, refused: (reason: string) => AgentUnavailableError): ClientProfile {
  try {
    return findProfile(name);
  } catch (error) {
    throw refused((error as Error).message);
  }
}

function askable(): string[] {
  return PROFILES.filter(({ acp, structured }) => acp !== undefined || structured !== undefined).map(({ id }) => id);
}
