/**
 * From a profile's places to paths, for any operating system: the plan for a Windows machine can be tested on another.
 * @module
 */

import { posix, win32 } from "node:path";
import type { Os, Place, Places, Root } from "./profile_type.ts";

/** The machine that paths are for. */
export interface Machine {
  /** The operating system. */
  os: Os;
  /** The user's home. */
  home: string;
  /** The workspace's folder. */
  workspace: string;
  /** The environment. */
  env: Readonly<Record<string, string | undefined>>;
}

/** The absolute path of a place. */
export function resolvePlace(places: Places, machine: Machine): string {
  const place = "root" in places ? places : places[machine.os];
  const { join, isAbsolute } = machine.os === "windows" ? win32 : posix;
  const moved = place.override === undefined ? undefined : machine.env[place.override.variable];
  if (place.override !== undefined && moved !== undefined && isAbsolute(moved)) {
    return join(moved, ...place.override.path.split("/"));
  }
  return join(rootOf(place.root, machine), ...place.path.split("/"));
}

/** The place as documentation shows it: `~/.config/x`, `%APPDATA%\x`, `<workspace>/x`. */
export function describePlace(place: Place, os: Os): string {
  const separator = os === "windows" ? "\\" : "/";
  const names: Record<Root, string> = {
    home: "~",
    workspace: "",
    config: `~${separator}.config`,
    appData: os === "windows" ? "%APPDATA%" : os === "macos" ? "~/Library/Application Support" : "~/.config",
    system: os === "windows" ? "C:" : "",
  };
  const below = place.path.split("/").join(separator);
  return place.root === "workspace" ? below : `${names[place.root]}${separator}${below}`;
}

/** The operating system of a platform's name; everything that isn't Windows or macOS counts as Linux. */
export function osOf(platform: string): Os {
  return platform === "win32" ? "windows" : platform === "darwin" ? "macos" : "linux";
}

function rootOf(root: Root, { os, home, workspace, env }: Machine): string {
  const { join, isAbsolute } = os === "windows" ? win32 : posix;
  const variable = (name: string): string | undefined => {
    const value = env[name];
    return value !== undefined && isAbsolute(value) ? value : undefined;
  };
  const xdg = (os === "windows" ? undefined : variable("XDG_CONFIG_HOME")) ?? join(home, ".config");
  switch (root) {
    case "home":
      return home;
    case "workspace":
      return workspace;
    case "config":
      return xdg;
    case "appData":
      if (os === "windows") return variable("APPDATA") ?? join(home, "AppData", "Roaming");
      return os === "macos" ? join(home, "Library", "Application Support") : xdg;
    case "system":
      return os === "windows" ? "C:\\" : "/";
  }
}
