/**
 * Where a user's own files are, on each operating system.
 * @module
 */

import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import process from "node:process";

/** What the answer depends on; each part has the machine's own value where it's left out. */
export interface UserDirsOptions {
  /** Environment variables; the process's own if not given. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  home?: string;
  /** As `process.platform` names it. */
  platform?: string;
}

/** The user's folders. Nothing is created. */
export interface UserDirs {
  /** The home folder. */
  home: string;
  /** What a person decided: trust. */
  config: string;
  /** What can be lost without harm to a decision: indexes, records of running processes. */
  state: string;
}

/**
 * The user's folders for this program. `XDG_CONFIG_HOME` and `XDG_STATE_HOME` are honoured everywhere but on Windows,
 * where `APPDATA` and `LOCALAPPDATA` are; a relative value is ignored, as the XDG specification asks.
 *
 * @example
 * ```ts
 * import { userDirs } from "@skill-workflow/skill-workflow/host";
 * const dirs = userDirs({ env: {}, home: "/home/ada", platform: "linux" });
 * console.assert(dirs.config === "/home/ada/.config/skill-workflow");
 * ```
 */
export function userDirs(options: UserDirsOptions = {}): UserDirs {
  const env = options.env ?? process.env;
  const platform = options.platform ?? process.platform;
  const ofPlatform = platform === "win32" ? win32.isAbsolute : posix.isAbsolute;
  const home = options.home ?? absolute(platform === "win32" ? env.USERPROFILE : env.HOME, ofPlatform) ?? homedir();
  const name = "skill-workflow";
  if (platform === "win32") {
    const roaming = absolute(env.APPDATA, ofPlatform) ?? win32.join(home, "AppData", "Roaming");
    const local = absolute(env.LOCALAPPDATA, ofPlatform) ?? win32.join(home, "AppData", "Local");
    return { home, config: win32.join(roaming, name), state: win32.join(local, name) };
  }
  const config = absolute(env.XDG_CONFIG_HOME, ofPlatform) ?? posix.join(home, ".config");
  const state = absolute(env.XDG_STATE_HOME, ofPlatform) ?? posix.join(home, ".local", "state");
  return { home, config: posix.join(config, name), state: posix.join(state, name) };
}

function absolute(path: string | undefined, isAbsolute: (path: string) => boolean): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
