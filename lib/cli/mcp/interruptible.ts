/**
 * Ctrl-C, and a polite request to end: the work is cancelled and still answers; a second one ends at once.
 * @module
 */

import { constants } from "node:os";
import process from "node:process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Something that signals may cancel. */
export interface Interruptible {
  signal: AbortSignal;
  /** As shells have it, where a signal came: 128 and the signal's number. */
  exitCode(): number | undefined;
  /** Signals mean what they meant before. */
  release(): void;
}

/** Listens to signals until it's released. */
export function interruptible(): Interruptible {
  const controller = new AbortController();
  let code: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (code !== undefined) process.exit(code);
    code = 128 + (constants.signals[signal] ?? 0);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    signal: controller.signal,
    exitCode: () => code,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
