/**
 * How an agent is started: by its profile, with our server and its own skills, in a folder of its own. Source: spec "Agents
 * and the one dispatch".
 * @module
 */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../../../capability.ts";
import { OWN_SERVER } from "../../../fence/mcp_name.ts";
import { withoutAgentMarkers } from "../../agent_markers.ts";
import type { UserDirs } from "../../user_dirs.ts";
import { writePrivately } from "../../write_privately.ts";
import { agentFiles } from "../agent_folder.ts";
import { capabilitiesOf } from "../capabilities.ts";
import { DEPTH_VARIABLE, depthOf } from "../depth.ts";
import { issueToken, revokeToken, TOKEN_VARIABLE } from "../identity.ts";
import type { AcpPlan, LaunchPlan, PlannedServer } from "../live/launch_plan.ts";
import { readContext } from "../update_context.ts";
import { agentInstructions } from "./agent_instructions.ts";
import { chooseMode, type ChosenMode } from "./choose_mode.ts";
import { type LaunchConfig, launchConfig } from "./launch_config.ts";
import { preamble } from "./preamble.ts";

/** What plans are made with. */
export interface PlanOptions {
  dirs: UserDirs;
  /** The environment of clients, before other agents' marks are taken out. */
  env: Readonly<Record<string, string | undefined>>;
  /** The command line of this program: without it an agent gets no server of ours. */
  program?: readonly string[];
  /** Takes requests as files for an agent without a server; gives what ends that. */
  openRequests(agent: Agent, workspace: string, folder: string): () => void;
}

/** Variables that lead our server to the same folders, where a client hands on a short list only. */
const PLACES = ["HOME", "USERPROFILE", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA", "DENO_DIR"];
const NO_CONFIG: LaunchConfig = { args: [], env: {}, files: {}, inFolder: false };

/**
 * A plan, with its token issued and its folder written; `dispose` takes both away.
 *
 * @throws {AgentUnavailableError} the agent's client isn't here, or can't be asked in a structured way
 * @throws {StorageError} the folder can't be written
 */
export function makePlan(agent: Agent, workspace: string, options: PlanOptions): LaunchPlan {
  const { dirs, env } = options;
  const chosen = chooseMode(agent, env);
  const { run } = agentFiles(dirs.state, workspace, agent.name);
  rmSync(run, { recursive: true, force: true });
  mkdirSync(run, { recursive: true, mode: 0o700 });
  const token = issueToken(dirs.state, { agent: agent.name, workspace });
  const depth = String(depthOf(env) + 1);
  const server = options.program && ownServer(options.program, workspace, env, token, depth);
  const inSession = chosen.mode === "acp" && chosen.profile.acpServers !== "flag";
  const config = server && !inSession ? launchConfig(chosen.profile, server, run) : NO_CONFIG;
  const served = server !== undefined && config !== undefined;
  const requests = served ? undefined : join(run, "requests");
  const close = requests === undefined ? undefined : options.openRequests(agent, workspace, requests);
  for (const [path, text] of Object.entries(config?.files ?? {})) writePrivately(join(run, ...path.split("/")), text);
  const { [TOKEN_VARIABLE]: _, ...rest } = withoutAgentMarkers(env);
  const text = preamble({
    agent,
    instructions: agentInstructions(agent, workspace),
    context: readContext(agent, workspace),
    has: capabilitiesOf(agent, { workspace, home: dirs.home }),
    ...(requests === undefined ? {} : { requests }),
  });
  const base = {
    agent: agent.name,
    client: chosen.profile.title,
    program: chosen.program,
    env: { ...rest, ...config?.env, ...(chosen.mode === "acp" ? chosen.profile.acpEnv : {}), [DEPTH_VARIABLE]: depth },
    cwd: config?.inFolder ? run : workspace,
    preamble: config?.inFolder ? `The workspace is ${workspace}\n\n${text}` : text,
    dispose: () => {
      close?.();
      revokeToken(dirs.state, token);
      rmSync(run, { recursive: true, force: true });
    },
  };
  const line = commandLine(chosen, config?.args ?? [], inSession && server ? [server] : []);
  return { ...base, ...line, ...(line.mode === "acp" && requests !== undefined ? { requests } : {}) };
}

type CommandLine =
  | ({ mode: "acp"; args: string[]; servers: PlannedServer[] } & Pick<AcpPlan, "sessionMode" | "asks">)
  | { mode: "stream-json" | "exec-json"; args: string[]; resume: string[] };

function commandLine({ profile, mode }: ChosenMode, config: readonly string[], servers: PlannedServer[]): CommandLine {
  const fill = (items: readonly string[]) => items.flatMap((item) => item === "{config}" ? config : [item]);
  if (mode === "acp") {
    const { acp, acpMode, acpAsks } = profile;
    const more = {
      ...(acpMode === undefined ? {} : { sessionMode: acpMode }),
      ...(acpAsks === undefined ? {} : { asks: acpAsks }),
    };
    return { mode, args: [...acp!.slice(1), ...config], servers, ...more };
  }
  const { argv, resume } = profile.structured!;
  return { mode, args: fill(argv.slice(1)), resume: fill(resume) };
}

function ownServer(
  program: readonly string[],
  workspace: string,
  env: PlanOptions["env"],
  token: string,
  depth: string,
): PlannedServer {
  const [command, ...args] = program;
  const places = PLACES.flatMap((name) => env[name] ? [[name, env[name]] as const] : []);
  return {
    name: OWN_SERVER,
    command,
    args: [...args, "serve", "--tools", "workflow,agents", "--workspace", workspace],
    env: { ...Object.fromEntries(places), [TOKEN_VARIABLE]: token, [DEPTH_VARIABLE]: depth },
  };
}
