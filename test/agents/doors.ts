/**
 * The doors as a script of commands sees them: the real MCP server, the file door, the command line, and dispatch as a
 * library. Each stands in a place of its own with the same skills and agents.
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { makeAgents } from "../../lib/host/agent/make_agents.ts";
import { type Command, readCommand } from "../../lib/host/dispatch/command.ts";
import { dispatch } from "../../lib/host/dispatch/dispatch.ts";
import { openFileDoor } from "../../lib/host/dispatch/file_door.ts";
import { outcomeJson } from "../../lib/host/dispatch/outcome.ts";
import type { EngineApi } from "../../lib/host/engine/mod.ts";
import { makeEngine } from "../../lib/host/make_engine.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import type { JsonObject } from "../../lib/json.ts";
import { cli } from "../doors/cli.ts";
import { makePlace, type Place, program } from "../mcp/connect.ts";
import { pathWith, putAgents } from "./agent_program.ts";

/** One door, open on a place of its own. */
export interface OpenDoor {
  place: Place;
  send(action: Command["action"], args: JsonObject): Promise<JsonObject>;
  close(): Promise<void>;
}

/** An engine with its files in a place. */
export function engineIn(place: Place): EngineApi {
  const env = { HOME: place.home, USERPROFILE: place.home, PATH: process.env.PATH };
  return makeEngine({ dirs: userDirs({ env, home: place.home }), env });
}

/** A place whose agents run in scripted clients, and the environment of whoever asks them there. */
export function placeWithAgents(skills: Record<string, string> = {}): { place: Place; env: Record<string, string> } {
  const place = makePlace(skills);
  putAgents(place.workspace);
  const { env } = program(place, []);
  return { place, env: { ...env, CLAUDECODE: "1", PATH: pathWith("claude-agent-acp", "scripted_acp.mjs", env.PATH) } };
}

function contextIn(place: Place, env: Record<string, string>) {
  const engine = engineIn(place);
  const agents = makeAgents({ dirs: userDirs({ env, home: place.home }), env, engine, program: ["node", "cli.js"] });
  const close = async () => {
    await agents.close();
    engine.close();
  };
  return { engine, agents, close };
}

/** Dispatch itself, as programs call it. */
export function libraryDoor(skills: Record<string, string>): OpenDoor {
  const { place, env } = placeWithAgents(skills);
  const { close, ...context } = contextIn(place, env);
  const caller = { door: "library", workspace: place.workspace } as const;
  return {
    place,
    close,
    send: async (action, args) => outcomeJson(await dispatch(readCommand(action, args), caller, context)),
  };
}

/** The real server; its result is put together as an outcome again. */
export async function mcpDoor(skills: Record<string, string>): Promise<OpenDoor> {
  const { place, env } = placeWithAgents(skills);
  const { command, args } = program(place, ["serve", "--tools", "workflow,agents"]);
  const { client, call } = await connectAs({ command, args, env }, place.workspace);
  return { place, send: call, close: () => client.close() };
}

/** A client, and one call of it as an outcome. */
export interface Connected {
  client: Client;
  call(action: string, args?: JsonObject): Promise<JsonObject>;
}

/** A client of a server that is started by a command line. */
export async function connectAs(
  line: { command: string; args: string[]; env: Record<string, string> },
  cwd: string,
): Promise<Connected> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ ...line, cwd, stderr: "ignore" }));
  const call = async (action: string, args: JsonObject = {}): Promise<JsonObject> => {
    const { content, isError, _meta } = await client.callTool({ name: action, arguments: args });
    const meta = (_meta ?? {}) as Record<string, JsonObject>;
    const [envelope, report] = [meta["skill-workflow/envelope"], meta["skill-workflow/report"]];
    const detail = meta["skill-workflow/agents"] ?? (envelope ? { envelope } : report ? { report } : null);
    const error = meta["skill-workflow/error"] ?? null;
    return { ok: isError !== true, action, door: "mcp", detail, error, reply: (content as { text: string }[])[0].text };
  };
  return { client, call };
}

/** The file door; every request is written and renamed into place. */
export function fileDoor(skills: Record<string, string>): OpenDoor {
  const { place, env } = placeWithAgents(skills);
  const { close, ...context } = contextIn(place, env);
  const folder = join(place.workspace, "..", "requests");
  const door = openFileDoor({ folder, workspace: place.workspace, ...context, interval: 10_000 });
  let count = 0;
  return {
    place,
    send: async (action, args) => {
      const name = `request-${count++}`;
      request(folder, name, { action, ...args });
      await door.look();
      return answerOf(folder, name)!;
    },
    close: async () => {
      await door.close();
      await close();
    },
  };
}

/** The command line: a call each, in this process; what launches an agent is a process that stays as long as the agent. */
export function cliDoor(skills: Record<string, string>): OpenDoor {
  const { place, env } = placeWithAgents(skills);
  const staying: ChildProcess[] = [];
  return {
    place,
    send: async (action, args) => {
      const [argv, input] = wordsOf(action, args);
      if (action !== "launch_agent") return JSON.parse((await cli(place, argv, { env, input })).out);
      const line = program(place, argv);
      const child = spawn(line.command, line.args, { cwd: place.workspace, env, stdio: ["ignore", "pipe", "inherit"] });
      staying.push(child);
      return JSON.parse(String((await once(child.stdout, "data"))[0]));
    },
    close: async () => {
      await Promise.all(staying.map((child) => child.exitCode ?? once(child, "exit")));
    },
  };
}

/** A command as it's typed, with its stdin: by its own name where there's one, else by `call`. */
function wordsOf(action: string, args: JsonObject): [argv: string[], input: string] {
  const words = (...more: unknown[]) => ["agents", ...more.filter((one) => one !== undefined).map(String), "--json"];
  switch (action) {
    case "ask_agent":
      return [words("ask", args.target, args.task), ""];
    case "launch_agent":
      return [words("launch", args.target, args.task), ""];
    case "stop_agent":
      return [words("stop", args.target), ""];
    case "update_context":
      return [words("update-context", args.target), String(args.content)];
    case "create_skill":
      return [words("create-skill", args.name, "--description", args.description), String(args.body)];
    default:
      return [["call", action, "-", "--json"], JSON.stringify(args)];
  }
}

/** Puts a request into a folder, whole. */
export function request(folder: string, name: string, value: JsonObject | string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(`${file}.part`, typeof value === "string" ? value : JSON.stringify(value));
  renameSync(`${file}.part`, file);
}

/** A request's answer, once there is one. */
export function answerOf(folder: string, name: string): JsonObject | undefined {
  const file = join(folder, `${name}.json.response.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
