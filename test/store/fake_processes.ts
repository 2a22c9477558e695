/**
 * Processes that live and end as a test says, all inside this one, and a clock that needs no waiting.
 * @module
 */

import type { Processes } from "../../lib/host/store/process_identity.ts";

/** A clock that goes on by as much as anybody sleeps, at once. */
export function fakeTime(): { clock(): number; sleep(ms: number): Promise<void> } {
  let now = 0;
  return {
    clock: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  };
}

/** A table of made-up processes. */
export interface FakeProcesses {
  /** A new process, as it sees itself and the others. */
  add(): Processes;
  end(pid: number): void;
}

/** An empty table. */
export function fakeProcesses(): FakeProcesses {
  const alive = new Set<number>();
  let last = 1000;
  return {
    add() {
      const pid = ++last;
      alive.add(pid);
      return {
        self: { pid, host: "here", space: null, started: `boot:${pid}` },
        isGone: (other) => !alive.has(other.pid),
      };
    },
    end: (pid) => void alive.delete(pid),
  };
}
