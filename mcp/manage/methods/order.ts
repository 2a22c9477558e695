/**
 * Orders in which methods are tried.
 * @module
 */

import type { MethodId } from "../contract.ts";

/** The order that needs no account unless it has to. */
export const DEFAULT_ORDER: readonly MethodId[] = Object.freeze(["direct-cli", "gemini-cli", "subagent"]);

/** The order of the specification that asked for this. */
export const GEMINI_FIRST: readonly MethodId[] = Object.freeze(["gemini-cli", "direct-cli", "subagent"]);
