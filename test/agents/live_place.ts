/**
 * Live agents on folders of their own, with scripted clients.
 * @module
 */

import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Agent } from "../../lib/capability.ts";
import type { LaunchPlan } from "../../lib/host/agent/live/launch_plan.ts";
import { MachineAgents } from "../../lib/host/agent/live/machine_agents.ts";
import { underDeno } from "../gate/runtimes.ts";
import { runtime } from "../host/processes.ts";
import { scratch } from "../host/scratch.ts";

/** The agent that tests ask. */
export const reviewer: Agent = { name: "reviewer", description: "Reviews", skills: [], profile: "scripted" };

/** Folders, and what processes on them share. */
export interface LivePlace {
  workspace: string;
  state: string;
  /** Another process' view of the same agents. */
  agents(env?: Record<string, string>): MachineAgents;
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const [program, ...before] = underDeno ? runtime : [process.execPath];
const inherited = ["PATH", "HOME", "DENO_DIR"].flatMap((name) => process.env[name] ? [[name, process.env[name]!]] : []);

/** The plan of a scripted client; `args` are its own. */
export function planOf(mode: LaunchPlan["mode"], workspace: string, args: string[] = []): LaunchPlan {
  const file =
    { "acp": "scripted_acp.mjs", "stream-json": "scripted_claude.mjs", "exec-json": "scripted_codex.mjs" }[mode];
  const base = {
    agent: reviewer.name,
    client: "Scripted",
    program,
    env: { ...Object.fromEntries(inherited), MARK: "of the plan" },
    cwd: workspace,
    preamble: "You are the reviewer.",
  };
  const line = [...before, script(file), ...args];
  switch (mode) {
    case "acp": {
      const server = { name: "skill-workflow", command: "node", args: ["x"], env: { TOKEN: "t" } };
      const asks = { kind: "other", title: "mcp__{server}__{tool}" };
      return { ...base, mode, args: line, servers: [server], sessionMode: "default", asks };
    }
    case "stream-json":
      return { ...base, mode, args: line, resume: ["--resume", "{session}"] };
    case "exec-json":
      return { ...base, mode, args: [...line, "{prompt}"], resume: [...line, "resume", "{session}", "{prompt}"] };
  }
}

/** Fresh folders. */
export function livePlace(mode: LaunchPlan["mode"], args: string[] = [], more: Partial<LaunchPlan> = {}): LivePlace {
  const base = scratch({ "workspace/note.txt": "x" });
  const workspace = join(base, "workspace");
  const state = join(base, "state");
  return {
    workspace,
    state,
    agents: (env = {}) =>
      new MachineAgents({
        state,
        env,
        plan: () => ({ ...planOf(mode, workspace, args), ...more } as LaunchPlan),
      }),
  };
}
