/**
 * The doors as a script of commands sees them: the real MCP server, the file door, and dispatch as a library.
 * @module
 */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Command } from "../../lib/host/dispatch/command.ts";
import { readCommand } from "../../lib/host/dispatch/command.ts";
import { dispatch } from "../../lib/host/dispatch/dispatch.ts";
import { openFileDoor } from "../../lib/host/dispatch/file_door.ts";
import { outcomeJson } from "../../lib/host/dispatch/outcome.ts";
import type { EngineApi } from "../../lib/host/engine/mod.ts";
import { makeEngine } from "../../lib/host/make_engine.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import type { JsonObject } from "../../lib/json.ts";
import { connect, makePlace, type Place } from "../mcp/connect.ts";

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

/** Dispatch itself, as the command line and programs call it. */
export function libraryDoor(skills: Record<string, string>, door: "library" | "cli"): OpenDoor {
  const place = makePlace(skills);
  const engine = engineIn(place);
  return {
    place,
    send: async (action, args) =>
      outcomeJson(await dispatch(readCommand(action, args), { door, workspace: place.workspace }, { engine })),
    close: () => {
      engine.close();
      return Promise.resolve();
    },
  };
}

/** The real server; its result is put together as an outcome again. */
export async function mcpDoor(skills: Record<string, string>): Promise<OpenDoor> {
  const place = makePlace(skills);
  const server = await connect(place);
  return {
    place,
    send: async (action, args) => {
      const { text, isError, envelope, report, error } = await server.call(action, args);
      const detail = envelope ? { envelope } : report ? { report } : null;
      const outcome = { ok: !isError, action, door: "mcp", detail, error: error ?? null, reply: text };
      return outcome as unknown as JsonObject;
    },
    close: () => server.close(),
  };
}

/** The file door; every request is written and renamed into place. */
export function fileDoor(skills: Record<string, string>): OpenDoor {
  const place = makePlace(skills);
  const engine = engineIn(place);
  const folder = join(place.workspace, "..", "requests");
  const door = openFileDoor({ folder, workspace: place.workspace, engine, interval: 10_000 });
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
      engine.close();
    },
  };
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
