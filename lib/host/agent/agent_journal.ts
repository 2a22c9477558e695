/**
 * The journal of agents: a line for each command, with the door it came through.
 * @module
 */

import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { agentsFolder } from "./agent_folder.ts";

/** One command. */
export interface AgentJournalLine {
  /** When it was over. */
  at: string;
  door: string;
  action: string;
  /** The agent, or the new skill. */
  target: string | null;
  /** Whose server it came through. */
  by: string;
  ok: boolean;
  /** The error's code. */
  error: string | null;
  ms: number;
}

const LIMIT = 1_048_576;

/** Where a workspace's journal is. */
export function agentJournal(state: string, workspace: string): string {
  return join(agentsFolder(state, workspace), "journal.jsonl");
}

/** Adds a line; the file before this one is kept when it gets too long. Never throws: what was done is done. */
export function writeAgentJournal(state: string, workspace: string, line: AgentJournalLine): void {
  const file = agentJournal(state, workspace);
  try {
    mkdirSync(agentsFolder(state, workspace), { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LIMIT) renameSync(file, `${file}.1`);
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // A full disk doesn't undo a command.
  }
}
