/**
 * Where a user's own files are, on each operating system.
 * @module
 */

import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import process from "node:process";
import { userDirsOf } from "./user_dirs_of.ts";

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
  const named = platform === "win32" ? env.USERPROFILE : env.HOME;
  const isAbsolute = platform === "win32" ? win32.isAbsolute : posix.isAbsolute;
  const home = options.home ?? (named !== undefined && isAbsolute(named) ? named : homedir());
  return userDirsOf(env, home, platform);
}
