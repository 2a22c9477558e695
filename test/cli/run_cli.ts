/**
 * Runs a command line in this process, with everything that it may touch in one folder.
 * @module
 */

import { join } from "node:path";
import { main } from "../../lib/cli/main.ts";
import type { Io } from "../../lib/cli/io.ts";

/** What a command line came to. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs `skill-workflow` with these arguments; home and configuration are below the folder it runs in. */
export async function runCli(argv: string[], options: Partial<Io> & { cwd: string }): Promise<Ran> {
  const ran: Ran = { code: 0, out: "", err: "" };
  const io: Io = {
    out: (text) => void (ran.out += text),
    err: (text) => void (ran.err += text),
    ask: () => Promise.resolve(null),
    input: () => Promise.resolve(""),
    env: {
      HOME: join(options.cwd, ".home"),
      USERPROFILE: join(options.cwd, ".home"),
      APPDATA: join(options.cwd, ".home", "config"),
      LOCALAPPDATA: join(options.cwd, ".home", "state"),
      PATH: "",
    },
    interactive: false,
    terminal: false,
    width: 80,
    colour: false,
    ...options,
  };
  ran.code = await main(argv, io, {
    serve: () => Promise.resolve(),
    manage: () => Promise.reject(new Error("No test of a command manages servers")),
  });
  return ran;
}
