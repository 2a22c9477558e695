/**
 * The machine under a file store.
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { type FileOps, nodeFiles } from "./file_ops.ts";
import { type Migration, MIGRATIONS } from "./format.ts";
import { machineProcesses, type Processes } from "./process_identity.ts";

/** What a file store needs of the machine; a test replaces parts of it. */
export interface StoreMachine {
  files: FileOps;
  processes: Processes;
  migrations: ReadonlyMap<number, Migration>;
  /** Milliseconds of a clock that never jumps. */
  clock(): number;
  /** In [0, 1). */
  random(): number;
  sleep(ms: number): Promise<void>;
}

/** The machine that this process runs on, with some parts replaced. */
export function storeMachine(parts: Partial<StoreMachine> = {}): StoreMachine {
  return {
    files: nodeFiles,
    processes: parts.processes ?? machineProcesses(),
    migrations: MIGRATIONS,
    clock: () => performance.now(),
    random: Math.random,
    sleep: (ms) => setTimeout(ms),
    ...parts,
  };
}
