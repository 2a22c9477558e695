/**
 * Programs in a process group of their own, so that what they start ends with them, and they end with us.
 * Source: spec "Commands".
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import process from "node:process";
import { endGroupById, endGroupsNow, type EndOptions } from "./end_group.ts";
import { dropRecord, GROUP_VARIABLE, recordGroup, recordStart } from "./group_record.ts";
import { isAlive, isGroupAlive } from "./process_table.ts";

/** How to start a program. */
export interface SpawnGroupOptions {
  cwd?: string;
  /** All of it: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** Closed, unless a pipe is asked for. */
  stdin?: "ignore" | "pipe";
  /** Folder in which the group is on record until it has ended. */
  records?: string;
  /** Windows: hand the arguments over as they are (for `cmd /c`). */
  verbatim?: boolean;
}

/** How a program ended. */
export interface Exit {
  code: number | null;
  signal: string | null;
}

/** A started program with everything that it starts. */
export interface ProcessGroup {
  /** The program's id; on POSIX also the group's. */
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves when the program itself has ended; others of its group may still run. */
  readonly exited: Promise<Exit>;
}

interface Tracked extends ProcessGroup {
  hasExited: boolean;
  record?: string;
  ending?: Promise<boolean>;
}

const live = new Set<Tracked>();

/** At the last moment of our own process there is no time to be patient. */
const LAST_GRACE = 300;

/**
 * Starts a program in its own process group, with stdout and stderr as pipes. Whatever of the group is still alive when
 * our own process exits, or is ended by SIGINT, SIGTERM or SIGHUP, is ended too. Rejects with the system's error where
 * the program can't be started.
 */
export function spawnGroup(
  command: string,
  args: readonly string[],
  options: SpawnGroupOptions,
): Promise<ProcessGroup> {
  const token = randomUUID();
  const windows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    const filed = options.records === undefined
      ? undefined
      : recordGroup(options.records, token, [command, ...args].join(" "));
    let child: ChildProcess;
    // Before it runs: a signal in the moment after would end us, and leave it.
    watchOurEnd();
    try {
      child = spawn(command, args, {
        cwd: options.cwd,
        env: filed === undefined ? options.env : { ...options.env, [GROUP_VARIABLE]: token },
        stdio: [options.stdin ?? "ignore", "pipe", "pipe"],
        // On Windows a detached program gets a console window of its own, and there is no group to gain.
        detached: !windows,
        windowsHide: true,
        windowsVerbatimArguments: options.verbatim === true,
      });
    } catch (error) {
      if (filed !== undefined) dropRecord(filed.file);
      unwatchOurEnd();
      throw error;
    }
    child.on("error", reject);
    if (child.pid === undefined) {
      if (filed !== undefined) dropRecord(filed.file);
      unwatchOurEnd();
      return;
    }
    const group = track(child, child.pid);
    if (filed !== undefined) {
      group.record = filed.file;
      try {
        recordStart(filed, group.pid);
      } catch (error) {
        endGroup(group, { grace: 0 }).then(() => reject(error));
        return;
      }
    }
    resolve(group);
  });
}

/**
 * Ends a group with all that is in it: TERM, and KILL after `grace` (2,000 ms). Where stdin is a pipe it's closed first and
 * the program gets `eof` ms to end by itself. Resolves to whether nothing of the group runs any more. May be called again.
 */
export function endGroup(group: ProcessGroup, options: EndOptions & { eof?: number } = {}): Promise<boolean> {
  const tracked = group as Tracked;
  tracked.ending ??= end(tracked, options).finally(() => tracked.ending = undefined);
  return tracked.ending;
}

/** Ends every group that this process has started and that is still alive. */
export async function endAllGroups(options: EndOptions = {}): Promise<void> {
  await Promise.all([...live].map((group) => endGroup(group, options)));
}

async function end(group: Tracked, options: EndOptions & { eof?: number }): Promise<boolean> {
  if (group.child.stdin !== null && !group.hasExited) {
    group.child.stdin.on("error", () => {});
    group.child.stdin.end();
    if (options.eof !== undefined) await within(group.exited, options.eof);
  }
  const gone = !isOurs(group) || await endGroupById(group.pid, options);
  if (gone) forget(group);
  return gone;
}

function track(child: ChildProcess, pid: number): Tracked {
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      group.hasExited = true;
      if (!isOurs(group)) forget(group);
      resolve({ code, signal });
    });
  });
  const group: Tracked = { pid, child, exited, hasExited: false };
  live.add(group);
  return group;
}

/** Whether anything is left, and is what we started: an id is only given away again once its whole group is gone. */
function isOurs(group: Tracked): boolean {
  if (!group.hasExited) return true;
  return process.platform !== "win32" && !isAlive(group.pid) && isGroupAlive(group.pid);
}

function forget(group: Tracked): void {
  if (!live.delete(group)) return;
  if (group.record !== undefined) dropRecord(group.record);
  unwatchOurEnd();
}

const SIGNALS: readonly NodeJS.Signals[] = process.platform === "win32"
  ? ["SIGINT", "SIGBREAK", "SIGHUP"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

let watching = false;

function watchOurEnd(): void {
  if (watching) return;
  watching = true;
  process.on("exit", atExit);
  process.on("uncaughtExceptionMonitor", atError);
  for (const signal of SIGNALS) process.on(signal, atSignal);
}

/** Does nothing as long as there is something to end. */
function unwatchOurEnd(): void {
  if (!watching || live.size > 0) return;
  watching = false;
  process.off("exit", atExit);
  process.off("uncaughtExceptionMonitor", atError);
  for (const signal of SIGNALS) process.off(signal, atSignal);
}

function atExit(): void {
  const groups = [...live].filter(isOurs);
  endGroupsNow(groups.map((group) => group.pid), LAST_GRACE);
  for (const group of groups) if (group.record !== undefined) dropRecord(group.record);
}

/** Deno ends without `exit` after an error that nobody catches. */
function atError(): void {
  if (process.listenerCount("uncaughtException") + process.listenerCount("unhandledRejection") === 0) atExit();
}

let signalled = false;

function atSignal(signal: NodeJS.Signals): void {
  // Who else listens decides when to exit; alone, we die of the signal as if we hadn't listened.
  const alone = process.listenerCount(signal) === 1;
  if (signalled) endGroupsNow([...live].filter(isOurs).map((group) => group.pid), 0);
  signalled = true;
  endAllGroups({ grace: LAST_GRACE }).finally(() => {
    signalled = false;
    if (!alone) return;
    live.clear(); // what is still there resisted KILL
    unwatchOurEnd();
    process.kill(process.pid, signal);
  });
}

function within(promise: Promise<unknown>, limit: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limit);
    promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
