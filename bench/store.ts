// What the file store costs: an advance against the floor under it, at step 10 and at step 10,000; a list of 10,000 sessions.
// Run it with `npx tsx bench/store.ts` or `deno run -A bench/store.ts`; a folder on the disk to measure may follow.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createFileStoreOn, type FileStore } from "../lib/host/file_store.ts";
import { nodeFiles } from "../lib/host/store/file_ops.ts";
import { start, step } from "../lib/session/mod.ts";
import { nextInput, walk, WALK_ID, walkStart, walkWorkflow } from "../test/harness/walk.ts";

const withoutSync = { ...nodeFiles, sync: () => {}, syncFolder: () => {} };
const folder = mkdtempSync(join(process.argv[2] ?? tmpdir(), "skill-workflow-bench-"));
try {
  await advances();
  await largeOutputs();
  await list();
} finally {
  rmSync(folder, { recursive: true });
}

/** Advances and floors by turns, so that whatever else the machine does hits both alike. */
async function advances(): Promise<void> {
  const workspace = made("advances");
  const store = open();
  await walk(store, workspace, 1, () => {});
  const floor = floorIn(workspace);
  const rows: [string, number[]][] = [];
  for (const at of [10, 10_000]) {
    await skipTo(workspace, at);
    const [ours, floors, readers]: number[][] = [[], [], []];
    for (let i = 0; i < 400; i++) {
      floors.push(await timed(floor));
      ours.push(await timed(() => advance(store)));
    }
    for (let i = 0; i < 20; i++) readers.push(await timed(() => open().load(WALK_ID)));
    rows.push([`floor (append, fsync; every 32nd time write, fsync, rename), step ${at}`, floors]);
    rows.push([`advance, step ${at}`, ours]);
    rows.push([`load by a new process, step ${at}`, readers]);
  }
  for (const [what, times] of rows) print(what, times);
  const [floor10, ours10, , floor10k, ours10k] = rows.map(([, times]) => mean(times));
  console.log(
    `advance against floor: ${(ours10 / floor10).toFixed(2)} at step 10, ${
      (ours10k / floor10k).toFixed(2)
    } at step 10,000`,
  );
  console.log(`heap after 10,400 inputs: ${(process.memoryUsage().heapUsed / 1e6).toFixed(0)} MB`);
}

/** 1 MB delivered ten times, and what the advances between them cost. */
async function largeOutputs(): Promise<void> {
  const workspace = made("large");
  const store = open();
  const id = "wf_large_00000001";
  const first = { ...walkStart, id };
  await store.create(workspace, first, start(walkWorkflow, first));
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < 400; i++) {
    const isLarge = i % 40 === 20;
    const time = await timed(() =>
      store.update(id, ({ state }) => {
        const input = nextInput(state);
        if (isLarge && input.type === "deliver") input.output = `${i} DONE `.repeat(100_000);
        return { input, state: step(state, input) };
      })
    );
    (isLarge ? large : small).push(time);
  }
  print("advance with 1 MB", large);
  print("advance between them", small);
}

/** 10,000 sessions, each five inputs long. */
async function list(): Promise<void> {
  const workspace = made("list");
  const quick = open(withoutSync);
  for (let i = 0; i < 10_000; i++) {
    const first = { ...walkStart, id: `wf_walk_${i.toString(16).padStart(8, "0")}` };
    await quick.create(workspace, first, start(walkWorkflow, first));
    for (let round = 0; round < 4; round++) await advance(quick, first.id);
  }
  const times: number[] = [];
  let count = 0;
  for (let i = 0; i < 5; i++) times.push(await timed(async () => count = (await open().list(workspace)).length));
  print(`list of ${count} sessions`, times);
}

/** The least that a durable step can do: an append with an fsync, and now and then a snapshot. */
function floorIn(workspace: string): () => void {
  const line = new Uint8Array(500).fill(0x61);
  const snapshot = new Uint8Array(8000).fill(0x61);
  const journal = join(workspace, "floor.jsonl");
  writeFileSync(journal, "");
  let count = 0;
  return () => {
    write(openSync(journal, "a"), line);
    if (++count % 32 > 0) return;
    write(openSync(join(workspace, "floor.tmp"), "w"), snapshot);
    renameSync(join(workspace, "floor.tmp"), join(workspace, "floor.json"));
  };
}

function write(fd: number, bytes: Uint8Array): void {
  writeSync(fd, bytes);
  fsyncSync(fd);
  closeSync(fd);
}

/** Gets a session to a revision without waiting for the disk. */
async function skipTo(workspace: string, revision: number): Promise<void> {
  await walk(open(withoutSync), workspace, revision, () => {});
}

function advance(store: FileStore, id = WALK_ID): Promise<unknown> {
  return store.update(id, ({ state }) => {
    const input = nextInput(state);
    return { input, state: step(state, input) };
  });
}

function open(files = nodeFiles): FileStore {
  return createFileStoreOn({ files }, { reducer: { start, step }, indexDir: join(folder, "index") });
}

function made(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function mean(times: number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function print(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)].toFixed(3).padStart(9);
  console.log(`${what.padEnd(76)} median ${at(0.5)} ms, mean ${mean(times).toFixed(3).padStart(9)}, 90% ${at(0.9)}`);
}
