/**
 * Whether a client can be run as an agent here: its program, its login, and a proxy to give it.
 * @module
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { depthProblem } from "../../../lib/host/agent/depth.ts";
import { findProgram } from "../../../lib/host/find_program.ts";
import { userDirs } from "../../../lib/host/user_dirs.ts";
import { LOGINS } from "./logins.ts";
import type { MethodContext } from "./method.ts";

/** The client's program, or the reason why it can't be used. */
export function checkAgent(
  id: string,
  program: string,
  context: MethodContext,
): { program: string } | { reason: string; missing: boolean } {
  if (context.proxy === undefined) {
    return { reason: "the command line of this program, which agents need as a proxy, isn't known", missing: false };
  }
  const found = findProgram(program, context.env);
  if (found === undefined) return { reason: `there is no ${program} on the PATH`, missing: true };
  const deep = depthProblem(context.env);
  if (deep !== undefined) return { reason: deep, missing: false };
  const signs = Object.hasOwn(LOGINS, id) ? LOGINS[id] : undefined;
  const home = userDirs({ env: context.env }).home;
  const loggedIn = signs === undefined || signs.variables.some((name) => (context.env[name] ?? "") !== "") ||
    signs.files.some((file) => existsSync(join(home, file)));
  return loggedIn ? { program: found } : { reason: `${program} isn't logged in: ${signs.help}`, missing: false };
}
