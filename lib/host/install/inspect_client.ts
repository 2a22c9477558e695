/**
 * What of ours a client's files hold, for `doctor`, and whether the client is going to keep to it.
 * @module
 */

import { existsSync } from "node:fs";
import { type Machine, resolvePlace } from "../profile/places.ts";
import type { ClientProfile, Scope } from "../profile/profile_type.ts";
import { EditError } from "./edit_error.ts";
import { hasHook } from "./edit_hooks.ts";
import { JsonText } from "./edit_json.ts";
import { readConfig, registeredServer, serverFile } from "./read_config.ts";
import { type TrustState, trustState } from "./trust_state.ts";

/** Whether an agent is held to its step: `advisory` is told, and not held back. */
export type Enforcement = "enforced" | "advisory" | "unknown";

/** What was found in one scope. */
export interface ScopeReport {
  /** The user or a workspace. */
  scope: Scope;
  /** `unknown` where only the client's own command could tell. */
  server: "registered" | "absent" | "unknown";
  /** Whether the client starts a server that is registered. */
  serverTrust: TrustState;
  /** The hooks. */
  hooks: "installed" | "absent" | "none";
  /** Whether the client runs hooks that are installed. */
  hooksTrust: TrustState;
  /** What follows from hooks and trust, for clients whose hooks were tried. */
  enforcement: Enforcement;
  /** Files that can't be read, with the reason. */
  problems: string[];
}

/**
 * What a client's files hold, by scope.
 *
 * @param reviewed what the client says of our hooks' trust, by their file, where it was asked
 */
export function inspectClient(
  profile: ClientProfile,
  machine: Machine,
  reviewed: ReadonlyMap<string, boolean> = new Map(),
): ScopeReport[] {
  return (["user", "workspace"] as const).map((scope) => {
    const problems: string[] = [];
    const attempt = <T>(file: string, look: () => T, otherwise: T): T => {
      try {
        return look();
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        problems.push(error instanceof EditError ? `${file}: ${error.message}` : error.message);
        return otherwise;
      }
    };
    const config = profile.server.files[scope];
    const server = config === undefined
      ? profile.server.cli?.[scope] === undefined ? "absent" : "unknown"
      : attempt(serverFile(config, machine), () => {
        return registeredServer(config, machine) === undefined ? "absent" : "registered";
      }, "unknown" as const);
    const file = hooksFile(profile, scope, machine);
    const hooks = file === undefined
      ? "none"
      : attempt(file, () => hasOurHooks(profile, scope, file) ? "installed" : "absent", "absent");
    const record = profile.trust.folders;
    const trust = (what: "server" | "hooks") =>
      attempt(record === undefined ? "" : resolvePlace(record.place, machine), () => {
        return trustState(profile, what, scope, machine, file === undefined ? undefined : reviewed.get(file));
      }, "unknown" as const);
    const hooksTrust = hooks === "installed" ? trust("hooks") : "unknown";
    return {
      scope,
      server,
      serverTrust: server === "registered" ? trust("server") : "unknown",
      hooks,
      hooksTrust,
      enforcement: enforcementOf(profile, hooks, hooksTrust),
      problems: [...new Set(problems)],
    };
  });
}

/** What the scopes of a client come to: where one of them holds, the agent is held. */
export function overallEnforcement(scopes: readonly ScopeReport[]): Enforcement {
  const all = new Set(scopes.map(({ enforcement }) => enforcement));
  return all.has("enforced") ? "enforced" : all.has("unknown") ? "unknown" : "advisory";
}

/** The file of a client's hooks in a scope; undefined where it has none. */
export function hooksFile({ hooks }: ClientProfile, scope: Scope, machine: Machine): string | undefined {
  const place = hooks?.files[scope]?.place;
  return place && resolvePlace(place, machine);
}

function hasOurHooks({ hooks }: ClientProfile, scope: Scope, file: string): boolean {
  if (hooks!.shape === "plugin") return existsSync(file);
  const { keyPath } = hooks!.files[scope]!;
  const text = new JsonText(readConfig(file) ?? "", true);
  const tools = Object.entries(hooks!.events).filter(([, purpose]) => purpose === "tool");
  return tools.every(([event]) => hasHook(text, keyPath, event));
}

function enforcementOf(profile: ClientProfile, hooks: ScopeReport["hooks"], trust: TrustState): Enforcement {
  if (hooks !== "installed" || trust === "untrusted") return "advisory";
  return trust === "trusted" && profile.evidence === "measured" ? "enforced" : "unknown";
}
