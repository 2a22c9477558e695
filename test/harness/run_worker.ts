/**
 * Workers as processes of the runtime that the test runs on.
 * @module
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type Finished, runProcess } from "../gate/run_process.ts";
import { root, underDeno } from "../gate/runtimes.ts";
import type { WorkerTask } from "./worker.ts";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));
// For Node in one plain file: started hundreds of times, without a loader each time.
const bundled = underDeno ? undefined : bundle();

async function bundle(): Promise<string> {
  const { build } = await import("esbuild");
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-worker-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, "worker.mjs");
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  await build({
    entryPoints: [WORKER],
    bundle: true,
    platform: "node",
    format: "esm",
    banner,
    outfile,
    logLevel: "error",
  });
  return outfile;
}

/** Runs a worker to its end, by itself or by its kill. */
export async function runWorker(task: WorkerTask, limit = 60_000): Promise<Finished> {
  const file = bundled === undefined ? ["run", "-A", "--no-check", "--quiet", WORKER] : [await bundled];
  return await runProcess([process.execPath, ...file, JSON.stringify(task)], { cwd: root, limit });
}

/** What a worker confirmed, line by line; throws where it ended neither well nor by its kill. */
export function confirmedBy(finished: Finished, task: WorkerTask): string[] {
  const ended = finished.code === 0 || (finished.code === null && task.point !== undefined && !finished.timedOut);
  if (!ended) throw new Error(`A worker ended with ${finished.code}: ${finished.output.slice(-2000)}`);
  return finished.stdout.split("\n").slice(0, -1);
}
