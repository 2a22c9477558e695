/**
 * The engine of a person's terminal.
 * @module
 */

import type { Engine } from "../host/engine/mod.ts";
import { makeEngine } from "../host/make_engine.ts";
import { userDirs } from "../host/user_dirs.ts";
import type { Io } from "./io.ts";

/** In a terminal nobody gives up after 45 seconds: as long as a timer can be set for. */
const LONGEST_WAIT = 2_147_483_647;

/**
 * The machine's engine, which waits for every command to its end: when this program ends, so does what it runs.
 *
 * @param trust whether commands run without asking; `SKILL_WORKFLOW_TRUST=1` says so too
 */
export function terminalEngine({ env }: Io, trust = false): Engine {
  const trustAll = trust || env.SKILL_WORKFLOW_TRUST === "1";
  return makeEngine({ dirs: userDirs({ env }), env, trustAll, effectWait: LONGEST_WAIT });
}
