/**
 * The clients that are known, as data.
 * @module
 */

import { didYouMean } from "../../did_you_mean.ts";
import { InvalidInputError } from "../../error.ts";
import { antigravity } from "./clients/antigravity.ts";
import { auggie } from "./clients/auggie.ts";
import { claudeCode } from "./clients/claude_code.ts";
import { claudeDesktop } from "./clients/claude_desktop.ts";
import { codex } from "./clients/codex.ts";
import { copilot } from "./clients/copilot.ts";
import { cursor } from "./clients/cursor.ts";
import { devin } from "./clients/devin.ts";
import { gemini } from "./clients/gemini.ts";
import { opencode } from "./clients/opencode.ts";
import { qwen } from "./clients/qwen.ts";
import { vscode } from "./clients/vscode.ts";
import { windsurf } from "./clients/windsurf.ts";
import { zed } from "./clients/zed.ts";
import type { ClientProfile } from "./profile_type.ts";

export { type Machine, osOf } from "./places.ts";
export type {
  ClientProfile,
  CliRegistration,
  ConfigFile,
  Gate,
  Headless,
  HookFailure,
  HookFailures,
  HookPurpose as ProfileHookPurpose,
  HookRegistration,
  HookShape,
  Os,
  Place,
  Places,
  Root,
  Scope,
  ServerRegistration,
  Structured,
  TrustedFolders,
  TrustGate,
} from "./profile_type.ts";

/** Every client, in the order in which documentation shows them. */
export const PROFILES: readonly ClientProfile[] = Object.freeze([
  claudeCode,
  claudeDesktop,
  codex,
  gemini,
  antigravity,
  cursor,
  vscode,
  copilot,
  devin,
  windsurf,
  opencode,
  zed,
  qwen,
  auggie,
]);

/**
 * The profile of a client, by its name or an alias.
 *
 * @throws {InvalidInputError} there's no such client; the message lists them
 *
 * @example
 * ```ts
 * import { findProfile } from "@skill-workflow/skill-workflow/host";
 * console.assert(findProfile("agy").id === "antigravity");
 * ```
 */
export function findProfile(name: string): ClientProfile {
  const wanted = name.toLowerCase();
  const found = PROFILES.find((profile) => profile.id === wanted || profile.aliases.includes(wanted));
  if (found !== undefined) return found;
  const names = PROFILES.map((profile) => profile.id);
  const hint = didYouMean(wanted, [...names, ...PROFILES.flatMap((profile) => profile.aliases)]);
  throw new InvalidInputError(`There is no client "${name}"${hint ? `: ${hint}` : ""}\nKnown are ${names.join(", ")}`, {
    field: "client",
    actual: name,
  });
}
