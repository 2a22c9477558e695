/**
 * What the operating system says about processes: enough to end those that are ours, and no other.
 * @module
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/** Whether a process with that id runs, one that waits to be reaped not counted where that can be told. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return process.platform !== "linux" || (readStat(pid)?.running ?? false);
}

/**
 * When a process was started, as a text that can only be compared: equal for the same process, different for another
 * one that got the same id later. Undefined where there is no such process.
 */
export function startOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = readStat(pid);
    return stat?.running && stat.started !== undefined ? `${bootId()}:${stat.started}` : undefined;
  }
  const [command, args] = process.platform === "win32"
    ? ["powershell", ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`]] as const
    : ["ps", ["-o", "lstart=", "-p", String(pid)]] as const;
  const { status, stdout } = spawnSync(command, args, {
    encoding: "utf8",
    timeout: 10_000,
    env: { LC_ALL: "C", ...pathOnly() },
  });
  const text = status === 0 ? stdout.trim() : "";
  return text === "" ? undefined : text;
}

/** Whether any process of a group runs. On Windows, where there are no groups: whether its first one does. */
export function isGroupAlive(group: number): boolean {
  if (process.platform === "win32") return isAlive(group);
  try {
    process.kill(-group, 0);
  } catch (error) {
    // macOS answers EPERM for a group in which everything waits to be reaped.
    return (error as NodeJS.ErrnoException).code === "EPERM" && process.platform !== "darwin";
  }
  // Linux counts processes that nobody has reaped yet, which in a container may be never.
  return groupMembers(group)?.length !== 0;
}

/** Ids of the running processes of a group. Undefined where that can't be told: only Linux has such a table. */
export function groupMembers(group: number): number[] | undefined {
  if (process.platform !== "linux") return undefined;
  const members: number[] = [];
  try {
    for (const name of readdirSync("/proc")) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      const stat = readStat(pid);
      if (stat?.running && stat.group === group) members.push(pid);
    }
  } catch {
    return undefined;
  }
  return members;
}

/** Whether a process was started with `NAME=value` in its environment. Linux only; false elsewhere. */
export function startedWith(pid: number, name: string, value: string): boolean {
  if (process.platform !== "linux") return false;
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`${name}=${value}`);
  } catch {
    return false;
  }
}

/** Groups of the running processes that were started with `NAME=value` in their environment. Linux only; none elsewhere. */
export function groupsStartedWith(name: string, value: string): number[] {
  if (process.platform !== "linux") return [];
  const groups = new Set<number>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || !startedWith(pid, name, value)) continue;
    const group = readStat(pid)?.group;
    if (group !== undefined && group > 1) groups.add(group);
  }
  return [...groups];
}

interface Stat {
  running: boolean;
  group?: number;
  started?: string;
}

/** Undefined where there is no such process; bare `running` where the system won't let us read about it. */
function readStat(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ESRCH" ? undefined : { running: true };
  }
  // The second field is the program's name in brackets and may hold blanks and brackets of its own.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, , group] = fields;
  return { running: state !== "Z" && state !== "X", group: Number(group), started: fields[19] };
}

let boot: string | undefined;

/** Start times count from the boot, so they only tell two processes apart within one. */
function bootId(): string {
  try {
    boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    boot = "";
  }
  return boot;
}

function pathOnly(): Record<string, string> {
  const { PATH, SystemRoot } = process.env;
  return { ...(PATH !== undefined && { PATH }), ...(SystemRoot !== undefined && { SystemRoot }) };
}
