/**
 * Runs tests with one mutant switched on, or with none to learn which mutants each test reaches.
 * @module
 */

import { parentPort } from "node:worker_threads";
import { recorded } from "./recorder.ts";

/** What a worker is to do. */
export interface Task {
  /** The mutant that is on; 0 is none. */
  active: number;
  /** Addresses of bundled test files, and which of a file's tests are wanted (all if not given), in order. */
  runs: { file: string; tests?: number[] }[];
}

/** The answer of one test. */
export interface Done {
  type: "done";
  file: string;
  /** Its place among the file's tests. */
  test: number;
  name: string;
  ms: number;
  /** The mutants whose place it came by; of those that are on, where one is. */
  reached: number[];
  /** Those of them that were reached while the file was loaded. */
  atLoad: number[];
  /** Why it failed. */
  fault?: string;
  /** It fails without the mutant as well by now: what another mutant did has stayed in some memory. */
  spoilt?: true;
}

/** What a worker says: `start` before something that can take long, `end` when a task is through. */
export type Message = { type: "start" } | Done | { type: "end" };

let active = 0;
let reached = new Set<number>();
const loaded = new Map<string, { first: number; count: number; atLoad: Set<number> }>();

(globalThis as unknown as { $mutated(id: number): boolean }).$mutated = (id) => {
  if (active > 0 && id !== active) return false;
  reached.add(id);
  return active > 0;
};

const say = (message: Message) => parentPort!.postMessage(message);

parentPort!.on("message", (task: Task) => perform(task).then(() => say({ type: "end" })));

async function perform(task: Task): Promise<void> {
  for (const { file, tests } of task.runs) {
    say({ type: "start" });
    active = task.active;
    const known = await load(file).catch((error) => `${error}`);
    if (typeof known === "string") {
      return say({ type: "done", file, test: -1, name: "", ms: 0, reached: [], atLoad: [], fault: known });
    }
    for (const test of tests ?? Array.from({ length: known.count }, (_, i) => i)) {
      const { name, run } = recorded[known.first + test]!;
      active = task.active;
      reached = new Set();
      say({ type: "start" });
      const began = performance.now();
      const fault = await faultOf(run);
      const ms = performance.now() - began;
      const done: Done = { type: "done", file, test, name, ms, reached: [...reached], atLoad: [...known.atLoad] };
      if (fault === undefined) {
        say(done);
        continue;
      }
      active = 0;
      const again = task.active > 0 ? await faultOf(run) : undefined;
      say({ ...done, fault, ...(again !== undefined && { spoilt: true }) });
      if (task.active > 0) return;
    }
  }
}

async function load(file: string) {
  const known = loaded.get(file);
  if (known) return known;
  const first = recorded.length;
  reached = new Set();
  await import(file);
  const result = { first, count: recorded.length - first, atLoad: reached };
  loaded.set(file, result);
  return result;
}

async function faultOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return String(error).slice(0, 300);
  }
}
