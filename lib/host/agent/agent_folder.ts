/**
 * Where the machine keeps what it knows of an agent: below the user's state folder, private, one folder each.
 * @module
 */

import { join } from "node:path";
import { sha256 } from "../sha256.ts";

/** The folder of a workspace's agents. */
export function agentsFolder(state: string, workspace: string): string {
  return join(state, "agents", "workspaces", sha256(workspace).slice(0, 24));
}

/** An agent's files. */
export interface AgentFiles {
  /** All of it. */
  folder: string;
  /** Who runs it now. */
  lock: string;
  /** The session to go on with. */
  session: string;
  /** Requests of other processes to the one that runs it. */
  requests: string;
  /** What one run is given; emptied by the next. */
  run: string;
}

/** An agent's files. A name is in any script, so a digest stands for it. */
export function agentFiles(state: string, workspace: string, agent: string): AgentFiles {
  const folder = join(agentsFolder(state, workspace), sha256(agent).slice(0, 24));
  return {
    folder,
    lock: join(folder, "live.json"),
    session: join(folder, "session.json"),
    requests: join(folder, "requests"),
    run: join(folder, "run"),
  };
}
