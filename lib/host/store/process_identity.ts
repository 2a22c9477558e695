/**
 * Who a process is, so that another one can tell whether it still runs.
 * @module
 */

import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { isAlive, startOf } from "../process_table.ts";
import { errnoOf } from "./file_ops.ts";

/** A process on a machine. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** Where the system has them: in which space of process ids `pid` counts (two containers may share a name). */
  space: string | null;
  /** When it was started, against ids used again; null where that can't be told cheaply. */
  started: string | null;
}

/** How a store knows processes; a test puts its own in the place. */
export interface Processes {
  self: ProcessIdentity;
  /** Whether it's certain that a process has ended. One of another machine never is. */
  isGone(other: ProcessIdentity): boolean;
}

/** This process, and the machine's table of processes. */
export function machineProcesses(): Processes {
  const self: ProcessIdentity = {
    pid: process.pid,
    host: hostname(),
    space: pidSpace(),
    started: startedAt(process.pid) ?? null,
  };
  return {
    self,
    isGone: (other) => {
      if (other.host !== self.host || other.space !== self.space) return false;
      if (!takesSignals(other.pid)) return true;
      // Where not even this process can be looked up, the table says nothing.
      if (process.platform !== "linux" || self.started === null) return false;
      const started = startedAt(other.pid);
      return !isAlive(other.pid) || (other.started !== null && started !== undefined && started !== other.started);
    },
  };
}

/** Only a plain "no such process" counts: a runtime may forbid the question. */
function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== "ESRCH";
  }
}

/** Reads an identity back; undefined for anything that isn't one. */
export function readIdentity(value: Json | undefined): ProcessIdentity | undefined {
  if (!isJsonObject(value)) return undefined;
  const { pid, host, space, started } = value;
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1 || typeof host !== "string") return undefined;
  if ((space !== null && typeof space !== "string") || (started !== null && typeof started !== "string")) {
    return undefined;
  }
  return { pid, host, space, started };
}

/** The identity as JSON. */
export function writeIdentity({ pid, host, space, started }: ProcessIdentity): JsonObject {
  return { pid, host, space, started };
}

/** Elsewhere than on Linux the answer would cost a process. */
function startedAt(pid: number): string | undefined {
  return process.platform === "linux" ? startOf(pid) : undefined;
}

function pidSpace(): string | null {
  try {
    return process.platform === "linux" ? readlinkSync("/proc/self/ns/pid") : null;
  } catch {
    return null;
  }
}
