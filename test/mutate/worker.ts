/**
 * Runs tests with one mutant switched on, or with none to learn which mutants each test reaches. A process of its own for
 * each mutant would be as clean, but takes longer to start.
 * @module
 */

import { parentPort, workerData } from "node:worker_threads";
import { recorded } from "./recorder.ts";

/** What a worker is to do. */
export interface Task {
  /** The mutant that is on; 0 is none. */
  active: number;
  /** Addresses of bundled test files, and which of a file's tests are wanted (all if not given), in order. */
  runs: { file: string; tests?: number[] }[];
}

/** What a worker says: `start` before a test, `done` after it. */
export type Message =
  | { type: "start" }
  | { type: "done"; file: string; test: number; name: string; ms: number; reached: number[]; fault?: string }
  | { type: "end" };

const { active, runs } = workerData as Task;
let reached = new Set<number>();

(globalThis as unknown as { $mutated(id: number): boolean }).$mutated = active > 0
  ? (id) => id === active
  : (id) => (reached.add(id), false);

const say = (message: Message) => parentPort!.postMessage(message);
const tests = new Map<string, { first: number; count: number }>();

try {
  for (const { file, tests: wanted } of runs) {
    say({ type: "start" });
    const { first, count } = await load(file);
    const atLoad = reached;
    for (const index of wanted ?? Array.from({ length: count }, (_, i) => i)) {
      reached = new Set(atLoad);
      const { name, run } = recorded[first + index]!;
      const began = performance.now();
      say({ type: "start" });
      const fault = await faultOf(run);
      const result = { file, test: index, name, ms: performance.now() - began, reached: [...reached] };
      say({ type: "done", ...result, ...(fault !== undefined && { fault }) });
      if (fault !== undefined && active > 0) break;
    }
    reached = atLoad;
  }
} catch (error) {
  say({ type: "done", file: "", test: -1, name: "", ms: 0, reached: [], fault: String(error) });
}
say({ type: "end" });

async function load(file: string): Promise<{ first: number; count: number }> {
  const known = tests.get(file);
  if (known) return known;
  const first = recorded.length;
  await import(file);
  const loaded = { first, count: recorded.length - first };
  tests.set(file, loaded);
  return loaded;
}

async function faultOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return String(error).slice(0, 300);
  }
}
