/**
 * Who a server's caller is: the launch puts a token into the environment of the server that the agent's configuration
 * starts, so that nobody claims an identity by an argument. Source: spec "Capabilities".
 * @module
 */

import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { InvalidInputError } from "../../error.ts";
import { isJsonObject } from "../../json.ts";
import { readBounded } from "../read_bounded.ts";
import { sha256 } from "../sha256.ts";
import { writePrivately } from "../write_privately.ts";

/** The variable with the token. */
export const TOKEN_VARIABLE = "SKILL_WORKFLOW_AGENT_TOKEN";

/** Whom a token stands for. */
export interface AgentIdentity {
  /** The agent's name. */
  agent: string;
  /** The workspace that describes it, absolute. */
  workspace: string;
}

const RECORD_BYTES = 16_384;

/** Makes a token for an agent; its record is a file that only the user can read, and doesn't hold the token itself. */
export function issueToken(state: string, identity: AgentIdentity): string {
  const token = randomBytes(24).toString("hex");
  writePrivately(recordOf(state, token), JSON.stringify({ format: 1, ...identity }));
  return token;
}

/** Makes a token worthless. */
export function revokeToken(state: string, token: string): void {
  rmSync(recordOf(state, token), { force: true });
}

/**
 * Whom the environment's token stands for; undefined where there's none: that is the main agent.
 *
 * @throws {InvalidInputError} the token isn't known. Nobody becomes the main agent by a wrong one.
 */
export function identityOf(
  state: string,
  env: Readonly<Record<string, string | undefined>>,
): AgentIdentity | undefined {
  const token = env[TOKEN_VARIABLE];
  if (token === undefined || token === "") return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(readBounded(recordOf(state, token), RECORD_BYTES)));
    if (
      isJsonObject(value) && value.format === 1 && typeof value.agent === "string" &&
      typeof value.workspace === "string"
    ) return { agent: value.agent, workspace: value.workspace };
  } catch {
    // Said below, without the token.
  }
  throw new InvalidInputError(
    `${TOKEN_VARIABLE} is set, but its token isn't known here: start the agent anew, or unset the variable`,
    { field: TOKEN_VARIABLE, wanted: "a token of a launched agent", actual: null },
  );
}

function recordOf(state: string, token: string): string {
  return join(state, "agents", `${sha256(token)}.json`);
}
