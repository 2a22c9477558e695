// Whether memory stays flat over 100,000 inputs of one session: heap after a collection, and all that the process takes.
// Run it with `npx tsx bench/memory.ts [inputs]`. Nothing waits for the disk.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createFileStoreOn } from "../lib/host/file_store.ts";
import { nodeFiles } from "../lib/host/store/file_ops.ts";
import { start, step } from "../lib/session/mod.ts";
import { walk, WALK_ID } from "../test/harness/walk.ts";

const INPUTS = Number(process.argv[2] ?? 100_000);
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "skill-workflow-bench-"));
try {
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  const files = { ...nodeFiles, sync: () => {}, syncFolder: () => {} };
  const store = createFileStoreOn({ files }, { reducer: { start, step }, indexDir: join(folder, "index") });
  const heaps: number[] = [];
  for (let part = 1; part <= 10; part++) {
    await walk(store, workspace, Math.round((INPUTS * part) / 10), () => {});
    collect();
    const { heapUsed, rss } = process.memoryUsage();
    heaps.push(heapUsed);
    const { revision } = (await store.load(WALK_ID)).state;
    const journal = statSync(join(workspace, ".skill-workflow", "sessions", `${WALK_ID}.journal.jsonl`)).size;
    console.log(
      `${revision} inputs: heap ${(heapUsed / 1e6).toFixed(1)} MB, process ${(rss / 1e6).toFixed(0)} MB, journal ${
        (journal / 1e6).toFixed(1)
      } MB`,
    );
  }
  console.log(`heap at the end / after a tenth: ${(heaps[9]! / heaps[0]!).toFixed(2)}`);
} finally {
  rmSync(folder, { recursive: true });
}
