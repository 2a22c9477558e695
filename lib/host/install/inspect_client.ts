/**
 * What of ours a client's files hold, for `doctor`. Nothing is started: whether the client runs it is another question.
 * @module
 */

import { existsSync } from "node:fs";
import { type Machine, resolvePlace } from "../profile/places.ts";
import type { ClientProfile, Scope } from "../profile/profile_type.ts";
import { EditError } from "./edit_error.ts";
import { hasHook } from "./edit_hooks.ts";
import { JsonText } from "./edit_json.ts";
import { readConfig, registeredServer, serverFile } from "./read_config.ts";

/** What was found in one scope. */
export interface ScopeReport {
  /** The user or a workspace. */
  scope: Scope;
  /** `unknown` where only the client's own command could tell. */
  server: "registered" | "absent" | "unknown";
  /** The hooks. */
  hooks: "installed" | "absent" | "none";
  /** Files that can't be read, with the reason. */
  problems: string[];
}

/** What a client's files hold. */
export function inspectClient(profile: ClientProfile, machine: Machine): ScopeReport[] {
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
    const place = profile.hooks?.files[scope];
    const hooks = place === undefined ? "none" : attempt(resolvePlace(place.place, machine), () => {
      const file = resolvePlace(place.place, machine);
      if (profile.hooks!.shape === "plugin") return existsSync(file) ? "installed" : "absent";
      const text = new JsonText(readConfig(file) ?? "", true);
      const all = Object.entries(profile.hooks!.events).filter(([, purpose]) => purpose === "tool");
      return all.every(([event]) => hasHook(text, place.keyPath, event)) ? "installed" : "absent";
    }, "absent" as const);
    return { scope, server, hooks, problems };
  });
}
