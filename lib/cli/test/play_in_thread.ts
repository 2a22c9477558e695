/**
 * A thread that plays a share of the scenarios.
 * @module
 */

import { Worker } from "node:worker_threads";
import type { PlayedSkill, SkillFiles } from "./test_skill.ts";

/** A thread at work. */
export interface Thread {
  /** What it played of each skill of its share, without the workflow. Fails where the thread does. */
  played: Promise<PlayedSkill[]>;
  /** Ends it, whatever it is doing. */
  end(): Promise<unknown>;
}

/** Starts a thread of `program` (`scenario_thread.ts`) on a share. */
export function playInThread(program: URL, share: SkillFiles[]): Thread {
  const worker = new Worker(program, { workerData: share });
  const played = new Promise<PlayedSkill[]>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`A thread that played scenarios ended early (exit code ${code})`)));
  });
  // Awaited later: whoever fails first is told of.
  played.catch(() => {});
  return { played, end: () => worker.terminate() };
}
