/**
 * The methods.
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
