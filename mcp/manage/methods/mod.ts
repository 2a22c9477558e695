/**
 * The methods, and orders of them.
 * @module
 */

import type { MethodId } from "../contract.ts";
import { directCli } from "./direct_cli.ts";
import { geminiCli } from "./gemini_cli.ts";
import type { Method } from "./method.ts";
import { subagent } from "./subagent.ts";

/** Every method by its id. */
export const METHODS: Readonly<Record<MethodId, Method>> = Object.freeze({
  "direct-cli": directCli,
  "gemini-cli": geminiCli,
  subagent,
});

/** The order that needs no account unless it has to. */
export const DEFAULT_ORDER: readonly MethodId[] = Object.freeze(["direct-cli", "gemini-cli", "subagent"]);

/** The order of the specification that asked for this. */
export const GEMINI_FIRST: readonly MethodId[] = Object.freeze(["gemini-cli", "direct-cli", "subagent"]);
