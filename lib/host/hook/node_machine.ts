/**
 * A hook's machine on Node.js (and Bun).
 * @module
 */

import { Buffer } from "node:buffer";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import process from "node:process";
import type { HookFiles, HookMachine } from "./hook_machine.ts";

/** The files of this machine, through `node:fs`. */
export const nodeHookFiles: HookFiles = Object.freeze({
  read: (path: string, limit?: number) =>
    attempt(() => limit === undefined ? readFileSync(path, "utf8") : head(path, limit)),
  // What isn't there is asked for at every call, and an error takes ten times as long as the answer.
  size: (path: string) => attempt(() => statSync(path, { throwIfNoEntry: false })?.size),
  changedAt: (path: string) => attempt(() => statSync(path, { throwIfNoEntry: false })?.mtimeMs),
  names: (folder: string) => attempt(() => readdirSync(folder)) ?? [],
  realPath: (path: string) => attempt(() => realpathSync(path)) ?? path,
  replace: (path: string, text: string) => {
    const temporary = `${path}.${process.pid}.tmp`;
    return attempt(() => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(temporary, text, { mode: 0o600 });
      renameSync(temporary, path);
      return true;
    }) ?? false;
  },
  remove: (path: string) => void attempt(() => rmSync(path, { force: true })),
});

/** This process. */
export function nodeMachine(): HookMachine {
  const { env, platform } = process;
  return {
    files: nodeHookFiles,
    env,
    platform,
    home: homedir(),
    async readStdin() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
      return new TextDecoder().decode(Buffer.concat(chunks));
    },
    after: (milliseconds, call) => void setTimeout(call, milliseconds),
    end(stdout, stderr, exitCode) {
      // A pipe that nobody reads is no reason to fail.
      attempt(() => writeAll(2, stderr));
      attempt(() => writeAll(1, stdout));
      process.exit(exitCode);
    },
  };
}

function writeAll(file: number, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(file, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}

function head(path: string, limit: number): string {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(limit);
    return new TextDecoder().decode(bytes.subarray(0, readSync(file, bytes, 0, limit, 0)));
  } finally {
    closeSync(file);
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
