/**
 * Ends a process group by its id: politely, then for good. Source: spec "Commands".
 * @module
 */

import { spawnSync } from "node:child_process";
import process from "node:process";
import { isGroupAlive } from "./process_table.ts";

/** How long to wait, in milliseconds. */
export interface EndOptions {
  /** Between TERM and KILL. */
  grace?: number;
}

const POLL = 20;
/** After KILL only the kernel is in the way (a process in uninterruptible sleep). */
const AFTER_KILL = 2_000;

/** Sends a signal to every process of a group. On Windows `SIGKILL` ends the whole tree, anything else asks it to close. */
export function signalGroup(group: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32") {
    const force = signal === "SIGKILL" ? ["/F"] : [];
    spawnSync("taskkill", ["/PID", String(group), "/T", ...force], {
      stdio: "ignore",
      timeout: 10_000,
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(-group, signal);
  } catch {
    // Nothing of it is left, or nothing that we may signal.
  }
}

/** Ends a group: TERM, then KILL. Resolves to whether nothing of it runs any more. */
export async function endGroupById(group: number, options: EndOptions = {}): Promise<boolean> {
  signalGroup(group, "SIGTERM");
  if (await gone(group, options.grace ?? 2_000)) return true;
  signalGroup(group, "SIGKILL");
  return await gone(group, AFTER_KILL);
}

/** The same without leaving the current tick, for the last moment of our own process. `grace` is for all groups together. */
export function endGroupsNow(groups: readonly number[], grace: number): void {
  const left = new Set(groups);
  for (const group of left) signalGroup(group, "SIGTERM");
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + grace;
  while (left.size > 0 && performance.now() < deadline) {
    Atomics.wait(clock, 0, 0, POLL);
    for (const group of left) if (!isGroupAlive(group)) left.delete(group);
  }
  for (const group of left) signalGroup(group, "SIGKILL");
}

async function gone(group: number, limit: number): Promise<boolean> {
  const deadline = performance.now() + limit;
  while (isGroupAlive(group)) {
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
  return true;
}
