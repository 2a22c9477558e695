/**
 * Trust that a person gives in a form, where a skill is started whose commands nobody has trusted. Source: spec "Trust".
 * @module
 */

import type { EngineApi } from "../../lib/host/engine/mod.ts";
import { type Question, trustQuestion } from "./question.ts";

/** Keeps what a person trusts. */
export interface TrustDoor {
  /** What a skill would run, and its digest; undefined where it can't be trusted, or there's nothing to trust. */
  look(request: TrustLook): Promise<{ skill: string; digest: string; commands: string[] } | undefined>;
  /** Records that a person trusts what has this digest. False where it has changed since. */
  record(request: TrustLook & { digest: string }): Promise<boolean>;
}

/** A skill by the name that a call gave it. */
export interface TrustLook {
  /** Loads it. */
  engine: EngineApi;
  /** Name or path. */
  name: string;
  /** Absolute path of the workspace. */
  workspace: string;
}

/** Units of commands that fit into a form: what can't be shown whole is for the terminal. */
const MAX_SHOWN = 12_000;

/** The question for a skill that isn't trusted; undefined where only a terminal will do. */
export async function askTrust(door: TrustDoor, look: TrustLook): Promise<Question | undefined> {
  const found = await door.look(look).catch(() => undefined);
  if (found === undefined || found.commands.join("\n").length > MAX_SHOWN) return undefined;
  return trustQuestion({ ...found, workspace: look.workspace });
}
