/**
 * The machine as the client profiles see it.
 * @module
 */

import { homedir } from "node:os";
import process from "node:process";
import { type Machine, osOf } from "../host/profile/mod.ts";
import type { Scope } from "../host/profile/profile_type.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";

/** Home, workspace and environment of a command. */
export function clientMachine(io: Io): Machine {
  return { os: osOf(process.platform), home: io.env.HOME ?? homedir(), workspace: io.cwd, env: io.env };
}

/**
 * The scope that an option names; the user's by default.
 *
 * @throws {UsageError} another word
 */
export function scopeOf(text: string | undefined): Scope {
  if (text === undefined || text === "user" || text === "workspace") return text ?? "user";
  throw new UsageError(`--scope wants user or workspace, got "${text}"`);
}
