/**
 * A hook's machine on Deno, without any `node:` module.
 * @module
 */

import type { HookFiles, HookMachine } from "./hook_machine.ts";

/** What is used of the global `Deno`, which the types for Node.js don't know. */
interface DenoNamespace {
  pid: number;
  build: { os: string };
  env: { toObject(): Record<string, string> };
  exit(code: number): never;
  stdin: { read(bytes: Uint8Array): Promise<number | null> };
  stdout: { writeSync(bytes: Uint8Array): number };
  stderr: { writeSync(bytes: Uint8Array): number };
  openSync(path: string, options: { read: true }): { readSync(bytes: Uint8Array): number | null; close(): void };
  readTextFileSync(path: string): string;
  writeTextFileSync(path: string, text: string, options: { mode: number }): void;
  mkdirSync(path: string, options: { recursive: true; mode: number }): void;
  renameSync(from: string, to: string): void;
  removeSync(path: string): void;
  statSync(path: string): { size: number; mtime: Date | null };
  readDirSync(path: string): Iterable<{ name: string }>;
  realPathSync(path: string): string;
}

/** This process. */
export function denoMachine(): HookMachine {
  const deno = (globalThis as unknown as { Deno: DenoNamespace }).Deno;
  const env = deno.env.toObject();
  return {
    files: denoHookFiles(deno),
    env,
    platform: deno.build.os === "windows" ? "win32" : deno.build.os,
    home: (deno.build.os === "windows" ? env.USERPROFILE : env.HOME) ?? "/",
    async readStdin() {
      // Its stream and its timers take longer to load than everything here.
      const bytes = new Uint8Array(65_536);
      const decoder = new TextDecoder();
      let text = "";
      for (let size = await deno.stdin.read(bytes); size !== null; size = await deno.stdin.read(bytes)) {
        text += decoder.decode(bytes.subarray(0, size), { stream: true });
      }
      return text + decoder.decode();
    },
    after: (milliseconds, call) => AbortSignal.timeout(milliseconds).addEventListener("abort", call),
    end(stdout, stderr, exitCode) {
      // A pipe that nobody reads is no reason to fail.
      attempt(() => writeAll(deno.stderr, stderr));
      attempt(() => writeAll(deno.stdout, stdout));
      deno.exit(exitCode);
    },
  };
}

function denoHookFiles(deno: DenoNamespace): HookFiles {
  const head = (path: string, limit: number): string => {
    const file = deno.openSync(path, { read: true });
    try {
      const bytes = new Uint8Array(limit);
      return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
    } finally {
      file.close();
    }
  };
  return {
    read: (path, limit) => attempt(() => limit === undefined ? deno.readTextFileSync(path) : head(path, limit)),
    size: (path) => attempt(() => deno.statSync(path).size),
    changedAt: (path) => attempt(() => deno.statSync(path).mtime?.getTime()),
    names: (folder) => attempt(() => Array.from(deno.readDirSync(folder), ({ name }) => name)) ?? [],
    realPath: (path) => attempt(() => deno.realPathSync(path)) ?? path,
    replace: (path, text) =>
      attempt(() => {
        const temporary = `${path}.${deno.pid}.tmp`;
        deno.mkdirSync(path.replace(/[\\/][^\\/]*$/, ""), { recursive: true, mode: 0o700 });
        deno.writeTextFileSync(temporary, text, { mode: 0o600 });
        deno.renameSync(temporary, path);
        return true;
      }) ?? false,
    remove: (path) => void attempt(() => deno.removeSync(path)),
  };
}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) done += stream.writeSync(bytes.subarray(done));
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
