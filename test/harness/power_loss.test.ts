import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createFileStoreOn } from "../../lib/host/file_store.ts";
import { digestState } from "../../lib/host/state_digest.ts";
import type { FileOps } from "../../lib/host/store/file_ops.ts";
import { start, step } from "../../lib/session/mod.ts";
import { type FakeProcesses, fakeProcesses, fakeTime } from "../store/fake_processes.ts";
import { crashingFiles, Killed } from "./crashing_files.ts";
import { seeded } from "./random.ts";
import { undisturbed, walk, WALK_ID } from "./walk.ts";
import { volatileDisk } from "./volatile_files.ts";

const test = suite("power lost");
const REVISIONS = 40;
const wanted = undisturbed(REVISIONS);
// `npm run harness` does the whole of it.
const whole = process.env.HARNESS === "whole";
const SEEDS = whole ? 2000 : 40;

function open(files: FileOps, processes: FakeProcesses) {
  const process = processes.add();
  const options = { reducer: { start, step }, indexDir: "/home/index" };
  return { pid: process.self.pid, store: createFileStoreOn({ ...fakeTime(), files, processes: process }, options) };
}

/** Walks, loses power at random calls, and walks on, until the end is reached. Returns how often power was lost. */
async function run(seed: number): Promise<number> {
  const random = seeded(seed);
  const disk = volatileDisk(["/", "/home", "/work"]);
  const processes = fakeProcesses();
  let confirmed = 0;
  for (let losses = 0;; losses++) {
    const point = { call: 1 + Math.floor(random() * 120), when: random() < 0.5 ? "before" as const : "after" as const };
    const { files } = crashingFiles(disk.files, point, (call) => {
      throw new Killed(call);
    });
    const { pid, store } = open(files, processes);
    try {
      await walk(store, "/work", REVISIONS, (revision) => confirmed = revision);
      const { state } = await open(disk.files, processes).store.load(WALK_ID);
      assert.is(digestState(state), digestState(wanted[REVISIONS - 1]), `seed ${seed}: the end`);
      return losses;
    } catch (error) {
      if (!(error instanceof Killed)) throw new Error(`Seed ${seed}, after ${losses} losses`, { cause: error });
    }
    processes.end(pid);
    disk.losePower(random);
    if (confirmed === 0) continue;
    const after = open(disk.files, processes).store;
    const found = await after.resolve(WALK_ID, "/work");
    assert.equal(found, [WALK_ID], `seed ${seed}: the session is there`);
    const { state } = await after.load(WALK_ID).catch((error) => {
      throw new Error(`Seed ${seed}, after ${losses} losses`, { cause: error });
    });
    assert.ok(state.revision >= confirmed, `seed ${seed}: ${confirmed} was confirmed, ${state.revision} is there`);
    assert.is(digestState(state), digestState(wanted[state.revision - 1]), `seed ${seed}: the state`);
  }
}

test("nothing that was confirmed is lost, whatever wasn't synced", async () => {
  let losses = 0;
  for (let seed = 1; seed <= SEEDS; seed++) losses += await run(seed);
  assert.ok(losses > SEEDS, `${losses} losses`);
  if (whole) console.log(`power lost ${losses} times in ${SEEDS} runs`);
});

test.run();
