/**
 * The agents of a workspace. Source: spec "Capabilities".
 * @module
 */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../../capability.ts";
import { type Diagnostic, FILE_START } from "../../diagnostic.ts";
import { LIMITS } from "../../limits.ts";
import { readAgent, readAgentList, type ReadAgents } from "../../agent/read_agent.ts";
import { decodeText } from "../../skill/decode_text.ts";
import { describeErrno, leadsTo } from "../inside.ts";
import { readBounded } from "../read_bounded.ts";

/** Folders of agents' files below the workspace, first wins; then `skill-workflow.yaml`. */
const FOLDERS: readonly string[] = [".claude/agents", ".agents/agents"];
const LIST = "skill-workflow.yaml";
const FILES_PER_FOLDER = 200;

/**
 * Every agent of a workspace (a real path), by name, the first of a name, and what is wrong with their files. Never throws.
 */
export function findAgents(workspace: string): ReadAgents {
  const read = [
    ...FOLDERS.flatMap((folder) => namesIn(join(workspace, folder)).map((name) => `${folder}/${name}`)).map((file) =>
      readFile(workspace, file, (text) => readAgent(text, file.slice(file.lastIndexOf("/") + 1, -3), file))
    ),
    readFile(workspace, LIST, (text) => readAgentList(text, LIST)),
  ];
  const winners = new Map<string, Agent>();
  const diagnostics = read.flatMap((one) => one.diagnostics);
  for (const agent of read.flatMap((one) => one.agents)) {
    const winner = winners.get(agent.name);
    if (winner === undefined) winners.set(agent.name, agent);
    else {
      const message = `Two agents are called "${agent.name}": that of ${winner.file} is used`;
      diagnostics.push({ ...finding("shadowed-agent", message, agent.file ?? LIST), severity: "warning" });
    }
  }
  return { agents: [...winners.values()].sort((a, b) => a.name < b.name ? -1 : 1), diagnostics };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".md") && !name.startsWith(".")).sort()
      .slice(0, FILES_PER_FOLDER);
  } catch {
    // No folder, no agents.
    return [];
  }
}

function readFile(workspace: string, file: string, read: (text: string) => ReadAgents): ReadAgents {
  const lead = leadsTo(workspace, file, "the workspace");
  if (lead.kind === "missing") return { agents: [], diagnostics: [] };
  if (lead.kind !== "inside") return unreadable(file, lead.why);
  try {
    if (!statSync(lead.real).isFile()) return unreadable(file, "is no regular file");
    const { text, diagnostics } = decodeText(readBounded(lead.real, LIMITS.fileBytes), file);
    if (text === undefined) return { agents: [], diagnostics };
    const done = read(text);
    return { agents: done.agents, diagnostics: [...diagnostics, ...done.diagnostics] };
  } catch (error) {
    return unreadable(file, `can't be read: ${describeErrno((error as NodeJS.ErrnoException).code)}`);
  }
}

function unreadable(file: string, why: string): ReadAgents {
  return { agents: [], diagnostics: [finding("bad-agent", `Agent file ${JSON.stringify(file)} ${why}`, file)] };
}

function finding(code: string, message: string, file: string): Diagnostic {
  return { code, severity: "error", message, file, range: FILE_START, related: [] };
}
