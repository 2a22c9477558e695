/**
 * Files under a process that is killed: everything up to a certain system call has happened, and nothing after it.
 * @module
 */

import type { FileOps } from "../../lib/host/store/file_ops.ts";

/** Where the process is killed. */
export interface CrashPoint {
  /** The number of the call, from 1. */
  call: number;
  /** Before the call, after it, or (a write) when half of it is done. */
  when: "before" | "half" | "after";
}

/** The calls that change something, after which another process finds the files in another state. */
const CALLS = [
  "open",
  "write",
  "truncate",
  "sync",
  "close",
  "rename",
  "link",
  "unlink",
  "mkdir",
  "syncFolder",
] as const;

/** What is thrown through the store in the place of a kill. */
export class Killed extends Error {}

/**
 * The files of one process.
 *
 * @param kill ends the process: throws, or never returns; called with what it happened in
 * @returns the files, and the calls so far
 */
export function crashingFiles(
  files: FileOps,
  point: CrashPoint | undefined,
  kill: (call: string) => never,
): { files: FileOps; calls: string[] } {
  const calls: string[] = [];
  let dead: string | undefined;

  function die(call: string): never {
    dead = call;
    return kill(call);
  }

  // deno-lint-ignore no-explicit-any -- every operation has its own arguments
  function guarded(name: keyof FileOps, args: any[]): any {
    if (dead !== undefined) return kill(dead);
    // deno-lint-ignore no-explicit-any -- see above
    const operation = files[name] as (...args: any[]) => unknown;
    if (!(CALLS as readonly string[]).includes(name)) return operation(...args);
    calls.push(name);
    const due = calls.length === point?.call;
    if (due && point.when === "before") die(`before ${name}`);
    if (due && point.when === "half" && name === "write") {
      const [fd, bytes, offset, length, position] = args;
      files.write(fd, bytes, offset, length >> 1, position);
      die(`in ${name}`);
    }
    const result = operation(...args);
    if (due) die(`after ${name}`);
    return result;
  }

  const names = Object.keys(files) as (keyof FileOps)[];
  const wrapped = Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => guarded(name, args)]));
  return { files: wrapped as unknown as FileOps, calls };
}
