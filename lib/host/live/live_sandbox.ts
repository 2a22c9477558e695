/**
 * A home and a workspace of their own in which a client is driven: nothing of the user's is read or changed.
 * @module
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { LiveClient } from "./live_client.ts";
import { type ClientRun, type ClientRunOptions, runClient } from "./run_client.ts";

/** Where a client's program is found. */
export interface LiveProgram {
  /** Absolute. */
  program: string;
  /** Folders for the path, separated as the system does. */
  path: string;
}

/** The folders, and what runs in them. */
export interface LiveSandbox {
  home: string;
  workspace: string;
  /** What a program in it gets to see: no account, no proxy, no mark of an agent. */
  env: Readonly<Record<string, string>>;
  /** Writes a file; `~/` is the home, anything else is in the workspace. */
  write(path: string, text: string): void;
  /** Runs a program in the workspace. */
  run(program: string, args: readonly string[], changes?: Partial<ClientRunOptions>): Promise<ClientRun>;
  /** Runs the client. */
  client(args: readonly string[], changes?: Partial<ClientRunOptions>): Promise<ClientRun>;
  remove(): void;
}

/** A client that isn't done by then never will be. Milliseconds. */
const LIMIT = 180_000;

/** Makes the folders and the client's own settings. `url` is the model's. */
export function makeLiveSandbox(client: LiveClient, { program, path }: LiveProgram, url: string): LiveSandbox {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "skill-workflow-live-")));
  const [home, workspace] = [join(base, "home"), join(base, "workspace")];
  const write = (name: string, text: string) => {
    const file = name.startsWith("~/") ? join(home, name.slice(2)) : join(workspace, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  mkdirSync(home);
  // Where a repository begins, clients stop looking for settings in the folders above.
  mkdirSync(join(workspace, ".git"), { recursive: true });
  for (const [name, value] of Object.entries(client.files(url))) {
    write(name, typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`);
  }
  const env = {
    PATH: [dirname(program), path].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    LANG: "C.UTF-8",
    TERM: "dumb",
    NO_COLOR: "1",
    ...client.env(url),
  };
  const run: LiveSandbox["run"] = (command, args, changes) =>
    runClient(command, args, { cwd: workspace, env, limit: LIMIT, ...changes });
  return {
    home,
    workspace,
    env,
    write,
    run,
    client: (args, changes) => run(program, args, changes),
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
