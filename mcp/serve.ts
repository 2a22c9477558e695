/**
 * Puts engine and server together for this machine.
 * @module
 */

import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { callerSkills } from "../lib/host/agent/caller_skills.ts";
import { identityOf } from "../lib/host/agent/identity.ts";
import { lazyAgents } from "../lib/host/agent/lazy_agents.ts";
import type { FileDoor } from "../lib/host/dispatch/file_door.ts";
import { takeCallerNote } from "../lib/host/hook/caller_note.ts";
import { nodeHookFiles } from "../lib/host/hook/node_machine.ts";
import type { AgentsApi } from "../lib/host/agent/agents_type.ts";
import { type EngineApi, lazyEngine } from "../lib/host/engine/lazy_engine.ts";
import { serverInstructions } from "../lib/host/server_instructions.ts";
import { type UserDirs, userDirs } from "../lib/host/user_dirs.ts";
import { extendServer } from "./extend_server.ts";
import type { TrustDoor } from "./person/trust_door.ts";
import { serveStdio } from "./serve_stdio.ts";
import type { ServerSetup, ToolSet } from "./server_setup.ts";
import { SessionMoves } from "./session_moves.ts";

/** What `serve` may be told. */
export interface ServeOptions {
  /** Where a call names no workspace. */
  workspace: string;
  /** Structured content and output schemas, for programs. */
  structured?: boolean;
  /** Runs skills' commands without asking for trust. */
  trustAll?: boolean;
  /** Skills as prompts, for the menu of a client. */
  prompts?: boolean;
  /** Sets of tools; `workflow` alone where nothing is said. */
  tools?: readonly ToolSet[];
  /** The command line of this program, which agents start as a recording proxy. */
  program?: readonly string[];
  /** Streamable HTTP on the loopback instead of stdin and stdout. */
  http?: ServeHttpOptions;
  /** A folder in which requests are taken as files as well. */
  requests?: string;
  /** Environment variables; the process's own if not given. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** What `serve --http` may be told. */
export interface ServeHttpOptions {
  /** The port on 127.0.0.1, 7391 if not given; 0 for any that is free. */
  port?: number;
  /** Folders in which every workspace of a call must lie; the server's own workspace where there are none. */
  roots?: readonly string[];
  /** Whether callers must show the user's token; true if not given. */
  token?: boolean;
}

/** Serves MCP on stdin and stdout until stdin ends, or over HTTP until a signal comes. */
export async function serve(options: ServeOptions): Promise<void> {
  const env = options.env ?? {};
  const dirs = userDirs({ env });
  const workspace = realpathSync(resolve(options.workspace));
  const skills = await callerSkills(dirs, env);
  const moves = new SessionMoves();
  const engine = lazyEngine(async () => {
    const { makeEngine } = await import("../lib/host/make_engine.ts");
    return makeEngine({
      dirs,
      env,
      trustAll: options.trustAll ?? false,
      changed: ({ state }) => moves.moved(state.id),
    });
  });
  const setup: ServerSetup = {
    engine,
    workspace,
    structured: options.structured ?? false,
    extend: extendServer(dirs.home, options.prompts ?? false),
    moves,
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    manage: async (workspace, signal) => {
      const { createManager } = await import("./manage/mod.ts");
      return createManager({
        workspace,
        env,
        signal,
        records: join(dirs.state, "groups"),
        log: (entry) => process.stderr.write(`${JSON.stringify(entry)}\n`),
        ...(options.program === undefined ? {} : { proxy: options.program }),
      });
    },
    ...(options.tools?.includes("agents") ? { agents: agentsOf(options, dirs, env, engine) } : {}),
    trust: lazyTrust(dirs.config),
    notedOwner: (call) => takeCallerNote(nodeHookFiles, dirs.state, call, new Date()),
    ...(skills === undefined ? {} : { requireSkill: skills.require }),
    instructions: await serverInstructions({
      workspace,
      home: dirs.home,
      memory: join(dirs.state, "skills.json"),
      ...(skills === undefined ? {} : { has: skills.list() }),
    }),
  };
  const files = options.requests === undefined ? undefined : await takeRequests(resolve(options.requests), setup);
  try {
    if (options.http === undefined) return await serveStdio(setup);
    const { DEFAULT_PORT, serveHttp } = await import("./serve_http.ts");
    await serveHttp(setup, { port: DEFAULT_PORT, ...options.http, state: dirs.state, home: dirs.home });
  } finally {
    await files?.close();
  }
}

function agentsOf(
  options: ServeOptions,
  dirs: UserDirs,
  env: Readonly<Record<string, string | undefined>>,
  engine: EngineApi,
): AgentsApi {
  const by = identityOf(dirs.state, env)?.agent;
  return lazyAgents(async () => {
    const { makeAgents } = await import("../lib/host/agent/make_agents.ts");
    return makeAgents({
      dirs,
      env,
      engine,
      ...(by === undefined ? {} : { by }),
      ...(options.program === undefined ? {} : { program: options.program }),
    });
  });
}

/** Reads what checks trust only where a person is asked for it. */
function lazyTrust(config: string): TrustDoor {
  const door = async () => (await import("./person/file_trust.ts")).fileTrust(config);
  return { look: async (look) => (await door()).look(look), record: async (what) => (await door()).record(what) };
}

async function takeRequests(folder: string, setup: ServerSetup): Promise<FileDoor> {
  const { openFileDoor } = await import("../lib/host/dispatch/file_door.ts");
  const { engine, workspace, requireSkill, agents } = setup;
  return openFileDoor({
    folder,
    engine,
    workspace,
    ...(requireSkill === undefined ? {} : { requireSkill }),
    ...(agents === undefined ? {} : { agents }),
    onerror: (error) => process.stderr.write(`skill-workflow: requests: ${error.message}\n`),
  });
}
