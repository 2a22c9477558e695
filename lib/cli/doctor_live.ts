/**
 * `doctor --live`: the client itself, driven.
 * @module
 */

import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import process from "node:process";
import { checkLive } from "../host/live/check_live.ts";
import { LIVE_CLIENTS } from "../host/live/live_clients.ts";
import { findProfile } from "../host/profile/mod.ts";
import { UsageError } from "./command.ts";
import { EXIT, type Io } from "./io.ts";
import { ownHook, ownProgram } from "./own_program.ts";
import { printJson, table } from "./print.ts";
import { styleOf } from "./style.ts";

/**
 * Drives a client and prints what became of each class of tools. Exit code 1 where a class is only advised, or none is known
 * to be enforced.
 *
 * @throws {UsageError} no client is named, or one that can't be driven or isn't on the path
 */
export async function doctorLive(named: string | undefined, json: boolean, io: Io): Promise<number> {
  const ids = LIVE_CLIENTS.map(({ id }) => id).join(", ");
  if (named === undefined) throw new UsageError(`--live wants a client: ${ids}`);
  const profile = findProfile(named);
  const client = LIVE_CLIENTS.find(({ id }) => id === profile.id);
  if (client === undefined) {
    throw new UsageError(`${profile.title} can't be driven without an account: there are ${ids}`);
  }
  const path = io.env.PATH ?? "";
  const program = findOnPath(client.program, path);
  if (program === undefined) {
    throw new UsageError(`"${client.program}" isn't on the path: install ${profile.title} first`);
  }
  const classes = await checkLive({
    client,
    program: { program, path },
    server: ownProgram("serve"),
    hook: ownHook(),
    platform: process.platform,
  });
  if (json) printJson(io, { client: client.id, program, classes });
  else {
    const { green, red } = styleOf(io.colour);
    const rows = classes.map(({ class: name, enforcement, seen }) => [
      name,
      enforcement === "enforced" ? green(enforcement) : enforcement === "advisory" ? red(enforcement) : enforcement,
      enforcement === "unknown" ? seen.split("\n")[0] : "",
    ]);
    io.out(`${profile.title} (${program}) in a step that denies every tool:\n${table(rows)}\n`);
    if (profile.hooks?.trust !== undefined) io.out(`Note: tried with trusted hooks. ${profile.hooks.trust}\n`);
  }
  const found = new Set(classes.map(({ enforcement }) => enforcement));
  return found.has("enforced") && !found.has("advisory") ? EXIT.ok : EXIT.failed;
}

function findOnPath(name: string, path: string): string | undefined {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return path.split(delimiter).filter(isAbsolute).flatMap((folder) => names.map((one) => join(folder, one)))
    .find((file) => existsSync(file));
}
