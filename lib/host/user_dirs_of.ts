/**
 * Where a user's own files are, worked out from the environment alone: no file is looked at and nothing is loaded.
 * @module
 */

import type { UserDirs } from "./user_dirs.ts";

/** The folders for a home and an environment, on the platform of that name. */
export function userDirsOf(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: string,
): UserDirs {
  const name = "skill-workflow";
  if (platform === "win32") {
    const roaming = absolute(env.APPDATA, platform) ?? `${trim(home)}\\AppData\\Roaming`;
    const local = absolute(env.LOCALAPPDATA, platform) ?? `${trim(home)}\\AppData\\Local`;
    return { home, config: `${trim(roaming)}\\${name}`, state: `${trim(local)}\\${name}` };
  }
  const config = absolute(env.XDG_CONFIG_HOME, platform) ?? `${trim(home)}/.config`;
  const state = absolute(env.XDG_STATE_HOME, platform) ?? `${trim(home)}/.local/state`;
  return { home, config: `${trim(config)}/${name}`, state: `${trim(state)}/${name}` };
}

function absolute(path: string | undefined, platform: string): string | undefined {
  const pattern = platform === "win32" ? /^(?:[A-Za-z]:)?[\\/]/ : /^\//;
  return path !== undefined && pattern.test(path) ? path : undefined;
}

function trim(folder: string): string {
  return folder.length > 1 ? folder.replace(/(?<![\\/])[\\/]+$/, "") : "";
}
