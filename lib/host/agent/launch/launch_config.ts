/**
 * How a client is told of our server for one run: by a flag, a variable, or a file in a folder of its own. The profile says
 * which. Nothing of the user's or the workspace's is written. Source: spec "Client profiles".
 * @module
 */

import { join } from "node:path";
import type { Json, JsonObject } from "../../../json.ts";
import { type ClientProfile, type ConfigFile, fillTemplate } from "../../profile/profile_type.ts";
import type { PlannedServer } from "../live/launch_plan.ts";
import { tomlKey, tomlValue } from "./toml_value.ts";

/** What is added to a client's start. */
export interface LaunchConfig {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Texts of files, by paths below the run's folder, with `/`. */
  files: Readonly<Record<string, string>>;
  /** The client has to be started in the run's folder, where its file is. */
  inFolder: boolean;
}

/** The file that a flag points to. */
const FILE = "servers.json";

/** The configuration for one run in `folder`; undefined where the profile has no way for it. */
export function launchConfig(profile: ClientProfile, server: PlannedServer, folder: string): LaunchConfig | undefined {
  const { files, flag, env: variable } = profile.server;
  const config = files.workspace ?? files.user;
  if (config === undefined) return undefined;
  const nothing = { args: [], env: {}, files: {}, inFolder: false };
  const entry = entryOf(config, server, profile.server.envKey ?? "env");
  const whole = nested(config.keyPath, { [server.name]: entry });
  switch (flag?.value) {
    case "path":
      return { ...nothing, args: [flag.flag, join(folder, FILE)], files: { [FILE]: JSON.stringify(whole) } };
    case "@file":
      return { ...nothing, args: [flag.flag, `@${join(folder, FILE)}`], files: { [FILE]: JSON.stringify(whole) } };
    case "toml-kv": {
      // A command line is everybody's to read: the variables' names stand there, their values in the client's environment.
      const { env: _, ...open } = entry;
      const value = tomlValue({ ...open, env_vars: Object.keys(server.env) });
      const key = [...config.keyPath, server.name].map(tomlKey).join(".");
      return { ...nothing, args: [flag.flag, `${key}=${value}`], env: server.env };
    }
  }
  if (variable !== undefined) return { ...nothing, env: { [variable.variable]: JSON.stringify(whole) } };
  // JSON on a command line would show the token, so a file does where there is one for a folder.
  const place = files.workspace?.place;
  if (place === undefined || !("root" in place) || config.format === "toml") return undefined;
  return { ...nothing, files: { [place.path]: JSON.stringify(whole) }, inFolder: true };
}

function entryOf(config: ConfigFile, { command, args, env }: PlannedServer, envKey: string): JsonObject {
  return { ...fillTemplate(config.entry, { command, args }) as JsonObject, [envKey]: { ...env } };
}

function nested(path: readonly string[], value: Json): JsonObject {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value) as JsonObject;
}
