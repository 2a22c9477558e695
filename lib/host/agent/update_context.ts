/**
 * An agent's own context: one file, which its launch shows it. Source: spec "Agents and the one dispatch".
 * @module
 */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../../capability.ts";
import { InvalidInputError } from "../../error.ts";
import { isInside, leadsTo } from "../inside.ts";
import { readBounded } from "../read_bounded.ts";
import { writePrivately } from "../write_privately.ts";
import { AGENT_BOUNDS } from "./argument_schemas.ts";

const FOLDER = ".agents/context";

/** The file with an agent's context, below its workspace, with `/`. */
export function contextFileOf(agent: Agent): string {
  return `${FOLDER}/${agent.name}.md`;
}

/**
 * Replaces an agent's context, whole or not at all.
 *
 * @returns the file, below the workspace
 * @throws {InvalidInputError} the folder or the file is a link
 * @throws {StorageError} the system refused
 */
export function updateContext(agent: Agent, content: string, workspace: string): string {
  const file = contextFileOf(agent);
  for (const part of [".agents", FOLDER]) {
    const lead = leadsTo(workspace, part, "the workspace");
    if (lead.kind === "outside" || lead.kind === "unreadable") throw refused(part, lead.why);
  }
  const there = lstatSync(join(workspace, file), { throwIfNoEntry: false });
  if (there !== undefined && !there.isFile()) throw refused(file, "is no regular file");
  writePrivately(join(workspace, file), content);
  return file;
}

/** An agent's context; empty where there's none, or none that may be read. */
export function readContext(agent: Agent, workspace: string): string {
  const lead = leadsTo(workspace, contextFileOf(agent), "the workspace");
  if (lead.kind !== "inside" || !isInside(workspace, lead.real)) return "";
  try {
    const bytes = readBounded(lead.real, AGENT_BOUNDS.content * 4);
    return new TextDecoder().decode(bytes).slice(0, AGENT_BOUNDS.content);
  } catch {
    return "";
  }
}

function refused(path: string, why: string): InvalidInputError {
  return new InvalidInputError(
    `The agent's context can't be kept in "${path}", which ${why}: make it a plain folder or file of the workspace`,
    { field: "target", wanted: null, actual: path },
  );
}
