import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { replaySession } from "../../lib/host/replay_session.ts";
import { digestState } from "../../lib/host/state_digest.ts";
import { start, step } from "../../lib/session/mod.ts";
import { filesBelow, type Scratch, scratch } from "../store/scratch.ts";
import type { CrashPoint } from "./crashing_files.ts";
import { seeded } from "./random.ts";
import { confirmedBy, runWorker } from "./run_worker.ts";
import { undisturbed, walk, WALK_ID } from "./walk.ts";

const test = suite("killed processes");
// `npm run harness` does the whole of it.
const whole = process.env.HARNESS === "whole";
const REVISIONS = 40;
const RUNS = whole ? 250 : 1;
const wanted = undisturbed(REVISIONS);

function somewhere(random: () => number): CrashPoint {
  return {
    call: 1 + Math.floor(random() * 200),
    when: (["before", "half", "after"] as const)[Math.floor(random() * 3)]!,
  };
}

/** One worker after the other, each killed somewhere, until one gets to the end. Returns how many were killed. */
async function oneAfterTheOther(made: Scratch, seed: number): Promise<number> {
  const random = seeded(seed);
  let last = 0;
  for (let kills = 0;; kills++) {
    const task = { workspace: made.workspace, index: made.index, walk: REVISIONS, point: somewhere(random) };
    const finished = await runWorker(task);
    last = Number(confirmedBy(finished, task).at(-1) ?? last);
    if (last > 0) {
      const store = made.open();
      await store.resolve(WALK_ID, made.workspace);
      const { state } = await store.load(WALK_ID);
      assert.ok(state.revision === last || state.revision === last + 1, `${last} confirmed, ${state.revision} there`);
      assert.is(digestState(state), digestState(wanted[state.revision - 1]!), "the state");
      last = state.revision;
    }
    if (finished.code === 0) return kills;
  }
}

/** Three at the same time, those that are killed replaced, until nobody is. */
async function atTheSameTime(made: Scratch, seed: number): Promise<number> {
  let kills = 0;
  await Promise.all([1, 2, 3].map(async (worker) => {
    const random = seeded(seed * 10 + worker);
    for (;;) {
      const task = { workspace: made.workspace, index: made.index, walk: REVISIONS, point: somewhere(random) };
      const finished = await runWorker(task);
      confirmedBy(finished, task);
      if (finished.code === 0) return;
      kills++;
    }
  }));
  return kills;
}

async function expectTheEnd(made: Scratch): Promise<void> {
  const store = made.open();
  await walk(store, made.workspace, REVISIONS, () => {});
  await store.update(WALK_ID, () => null);
  assert.is(digestState((await made.open().load(WALK_ID)).state), digestState(wanted[REVISIONS - 1]!), "the end");
  assert.is((await store.journal(WALK_ID)).length, REVISIONS, "every input is there once");
  assert.is((await replaySession(store, WALK_ID, { start, step })).matches, true);
  // Who is killed while it removes a dead one's lock may leave the right to do so; the next who needs it removes that.
  const left = [...filesBelow(made.sessions).keys()].filter((name) => name.endsWith(".lock"));
  assert.equal(left, [], `no lock is left over: ${left}`);
}

for (
  const [what, run] of [["one after the other", oneAfterTheOther], ["three at the same time", atTheSameTime]] as const
) {
  test(`${what}: nothing is lost, nothing is taken twice, and the end is the same`, async () => {
    let kills = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const made = scratch();
      try {
        kills += await run(made, seed);
        await expectTheEnd(made);
      } catch (error) {
        throw new Error(`Seed ${seed}: ${(error as Error).stack}`);
      } finally {
        made.dispose();
      }
    }
    assert.ok(kills >= RUNS, `${kills} kills`);
    if (whole) console.log(`${what}: ${kills} kills in ${RUNS} runs`);
  });
}

test("killed at one system call after the other: each time the walk comes to the same end", async () => {
  // Prime, so that over the calls every moment gets its turn.
  const stride = whole ? 1 : 97;
  let kills = 0;
  for (let call = 1, reached = true; reached; call += stride) {
    reached = false;
    for (const when of whole ? ["before", "half", "after"] as const : [call % 2 === 0 ? "before" : "after"] as const) {
      const made = scratch();
      try {
        const task = { workspace: made.workspace, index: made.index, walk: REVISIONS, point: { call, when } };
        const finished = await runWorker(task);
        const last = Number(confirmedBy(finished, task).at(-1) ?? 0);
        if (finished.code !== null) continue;
        reached = true;
        kills++;
        const store = made.open();
        if (last > 0) {
          await store.resolve(WALK_ID, made.workspace);
          const { revision } = (await store.load(WALK_ID)).state;
          assert.ok(revision === last || revision === last + 1, `${last} confirmed, ${revision} there`);
        }
        await expectTheEnd(made);
      } catch (error) {
        throw new Error(`Killed ${when} call ${call}: ${(error as Error).stack}`);
      } finally {
        made.dispose();
      }
    }
  }
  assert.ok(kills > 2, `${kills} kills`);
  if (whole) console.log(`killed at one system call after the other: ${kills} kills`);
});

test.run();
