import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type FileOps, nodeFiles } from "../../lib/host/store/file_ops.ts";
import { deliverTo } from "../../lib/host/store/suite_tools.ts";
import { step } from "../../lib/session/mod.ts";
import { nextInput, walk, WALK_ID } from "../harness/walk.ts";
import { makeSession, withScratch } from "./scratch.ts";

const test = suite("cost");
const ID = "wf_sample_0000000a";

/** Files that count calls and bytes. */
function counting(): { files: FileOps; take(): Record<string, number> } {
  let counts: Record<string, number> = {};
  const count = (what: string, by = 1) => counts[what] = (counts[what] ?? 0) + by;
  const names = Object.keys(nodeFiles) as (keyof FileOps)[];
  const files = Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => {
    const result = (nodeFiles[name] as (...args: unknown[]) => unknown)(...args);
    count(name);
    if (name === "read" || name === "write") count(`${name} bytes`, result as number);
    return result;
  }])) as unknown as FileOps;
  return {
    files,
    take: () => {
      const taken = counts;
      counts = {};
      return taken;
    },
  };
}

test(
  "an advance does the same at step 10 and at step 2,000: one fsync, nothing read",
  withScratch(async (scratch) => {
    const { files, take } = counting();
    const store = scratch.open({ files });
    const at: Record<number, Record<string, number>> = {};
    await walk(store, scratch.workspace, 2030, (revision) => {
      const counts = take();
      if (revision % 2000 >= 10 && revision % 2000 <= 30) at[revision] = counts;
    });
    for (let revision = 10; revision <= 30; revision++) {
      const [early, late] = [at[revision], at[revision + 2000]];
      const { "write bytes": _early, ...calls } = early;
      const { "write bytes": _late, ...lateCalls } = late;
      // The walk's period isn't the snapshots', so that one falls on another of these steps.
      if (early.rename || late.rename) continue;
      assert.equal(lateCalls, calls, `step ${revision}`);
      assert.is(early.sync, 1);
      assert.is(early.read, undefined);
      assert.ok(late["write bytes"] < 4000, `${late["write bytes"]} bytes written`);
    }
  }),
);

test(
  "1 MB is written when it comes, and never again",
  withScratch(async (scratch) => {
    const { files, take } = counting();
    const store = scratch.open({ files });
    await makeSession(store, scratch.workspace, ID, []);
    take();
    await deliverTo(store, ID, "x".repeat(1_048_576));
    assert.ok(take()["write bytes"] > 1_048_576);
    for (let i = 0; i < 100; i++) {
      const type = i % 2 === 0 ? "pause" as const : "resume" as const;
      await store.update(ID, ({ state }) => {
        const input = { type, at: state.updated_at, door: "library" as const };
        return { input, state: step(state, input) };
      });
    }
    const counts = take();
    assert.ok(counts["write bytes"] < 500_000 && counts.rename >= 3, JSON.stringify(counts));
    assert.is(String((await scratch.open().load(ID)).state.outputs.ping).length, 1_048_576);
  }),
);

test(
  "a snapshot comes every 32 lines, and a large state waits for as many bytes of the journal",
  withScratch(async (scratch) => {
    const { files, take } = counting();
    const store = scratch.open({ files });
    const renames: number[] = [];
    await walk(store, scratch.workspace, 200, (revision) => void ((take().rename ?? 0) > 0 && renames.push(revision)));
    assert.ok(renames.length >= 5 && renames.length < 60, renames.join(" "));
  }),
);

test(
  "a list reads one piece of each session, and no journal",
  withScratch(async (scratch) => {
    const store = scratch.open();
    for (let i = 0; i < 20; i++) {
      await makeSession(store, scratch.workspace, `wf_sample_${1000 + i}`, ["one", "two", "three"]);
    }
    const { files, take } = counting();
    assert.is((await scratch.open({ files }).list(scratch.workspace)).length, 20);
    const counts = take();
    assert.is(counts.open, 21, "each snapshot's head, and the index");
    assert.ok(counts["read bytes"] <= 20 * 1024 + 4096, `${counts["read bytes"]} bytes`);
  }),
);

test(
  "another process's advances are read from where one stopped",
  withScratch(async (scratch) => {
    const { files, take } = counting();
    const [one, two] = [scratch.open({ files }), scratch.open()];
    await walk(one, scratch.workspace, 30, () => {});
    const state = await one.load(WALK_ID);
    await two.update(WALK_ID, ({ state }) => {
      const input = nextInput(state);
      return { input, state: step(state, input) };
    });
    take();
    assert.is((await one.load(WALK_ID)).state.revision, state.state.revision + 1);
    assert.ok(take()["read bytes"] < 10_000);
  }),
);

test.run();
