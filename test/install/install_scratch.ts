/** A home and a workspace to install into. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { InstallRequest } from "../../lib/host/install/install_plan.ts";
import { findProfile } from "../../lib/host/profile/mod.ts";
import type { Scope } from "../../lib/host/profile/profile_type.ts";
import { scratch } from "../host/scratch.ts";

/** Scratch folders and what is in them. */
export interface InstallScratch {
  home: string;
  workspace: string;
  request(client: string, scope: Scope, changes?: Partial<InstallRequest>): InstallRequest;
  /** A file's text; null where there's none. `~/` is the home, anything else is in the workspace. */
  read(path: string): string | null;
  write(path: string, text: string): string;
  path(path: string): string;
  /** Every file with its text. */
  all(): Record<string, string>;
}

/** Makes them. */
export function makeInstallScratch(): InstallScratch {
  const [home, workspace] = [scratch(), scratch()];
  const path = (name: string) => name.startsWith("~/") ? join(home, name.slice(2)) : join(workspace, name);
  return {
    home,
    workspace,
    path,
    request: (client, scope, changes = {}) => ({
      profile: findProfile(client),
      scope,
      machine: { os: "linux", home, workspace, env: {} },
      server: { command: "/usr/bin/node", args: ["/opt/skill-workflow/cli.js", "serve"] },
      hook: { command: "/usr/bin/node", args: ["/opt/skill-workflow/cli.js"] },
      ...changes,
    }),
    read: (name) => existsSync(path(name)) ? readFileSync(path(name), "utf8") : null,
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
    all() {
      const found: Record<string, string> = {};
      for (const [root, folder] of [["~", home], ["", workspace]]) {
        for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
          if (statSync(join(folder, name)).isFile()) {
            found[`${root}/${name}`] = readFileSync(join(folder, name), "utf8");
          }
        }
      }
      return found;
    },
  };
}
