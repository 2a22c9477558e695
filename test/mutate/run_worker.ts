import process from "node:process";
import { Worker } from "node:worker_threads";
import type { Done, Message, Task } from "./worker.ts";

/** More than any test takes; a loop without an end that fills the memory is stopped by it. */
const MAX_MEMORY_MB = 1024;

/** Runs tasks in a worker, the same one until it is ended or dies. */
export class Runner {
  readonly #script: string;
  #worker: Worker | undefined;

  constructor(script: string) {
    this.#script = script;
  }

  /**
   * Tells each test's answer. A test that takes more than the limit (milliseconds of processor time, so that it means
   * the same on a busy machine), and a worker that dies, are a fault of the test.
   */
  async run(task: Task, limit: number, tell: (done: Done) => void): Promise<void> {
    const worker = this.#worker ??= new Worker(this.#script, {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const fault = await new Promise<string | undefined>((resolve) => {
      let began = process.cpuUsage();
      const timer = setInterval(() => {
        const { user, system } = process.cpuUsage(began);
        if (user + system > limit * 1000) end(`Took longer than ${limit} ms`);
      }, 200);
      const end = (fault?: string) => {
        clearInterval(timer);
        resolve(fault);
      };
      worker.removeAllListeners();
      worker.on("message", (message: Message) => {
        began = process.cpuUsage();
        if (message.type === "end") return end();
        if (message.type === "done") tell(message);
      });
      worker.on("error", (error) => end(String(error)));
      worker.on("exit", (code) => end(`Ended with exit code ${code}`));
      worker.postMessage(task);
    });
    if (fault === undefined) return;
    await this.end();
    tell({ type: "done", file: "", test: -1, name: "", ms: 0, reached: [], atLoad: [], fault });
  }

  /** Ends the worker; the next task gets a fresh one. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.removeAllListeners();
    await worker?.terminate();
  }
}
