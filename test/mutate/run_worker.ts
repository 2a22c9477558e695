import { Worker } from "node:worker_threads";
import type { Message, Task } from "./worker.ts";

/** The answer of one test. */
export type Done = Extract<Message, { type: "done" }>;

/** More than any test takes; a loop without an end that fills the memory is stopped by it. */
const MAX_MEMORY_MB = 1024;

/**
 * Runs a task in a fresh worker and tells each test's answer. A test that takes longer than the limit (milliseconds), and
 * a worker that dies, are a fault of the test.
 */
export function runWorker(script: string, task: Task, limit: number, tell: (done: Done) => void): Promise<void> {
  return new Promise((resolve) => {
    const worker = new Worker(script, {
      workerData: task,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    let ended = false;
    const end = (fault?: string) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      if (fault !== undefined) tell({ type: "done", file: "", test: -1, name: "", ms: 0, reached: [], fault });
      worker.terminate().then(() => resolve());
    };
    const late = () => end(`Took longer than ${limit} ms`);
    let timer = setTimeout(late, limit);
    worker.on("message", (message: Message) => {
      if (ended) return;
      clearTimeout(timer);
      timer = setTimeout(late, limit);
      if (message.type === "end") return end();
      if (message.type === "done") tell(message);
    });
    worker.on("error", (error) => end(String(error)));
    worker.on("exit", (code) => end(`Ended with exit code ${code}`));
    worker.stdout.resume();
    worker.stderr.resume();
  });
}
