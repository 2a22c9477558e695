import { Buffer } from "node:buffer";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { replaySession } from "../../lib/host/replay_session.ts";
import { digestState } from "../../lib/host/state_digest.ts";
import { nodeFiles } from "../../lib/host/store/file_ops.ts";
import { start, step } from "../../lib/session/mod.ts";
import { type FakeProcesses, fakeProcesses, fakeTime } from "../store/fake_processes.ts";
import { filesBelow, restore, type Scratch, scratch } from "../store/scratch.ts";
import { crashingFiles, type CrashPoint, Killed } from "./crashing_files.ts";
import { undisturbed, walk, WALK_ID } from "./walk.ts";

const test = suite("killed at every system call");
const wanted = undisturbed(40);

/** A part of the walk, from a revision that is there to one that is to be reached. */
interface Part {
  from: number;
  to: number;
  files?: Map<string, Uint8Array>;
}

async function prepared(from: number, to: number): Promise<Part> {
  const made = scratch();
  try {
    await walk(made.open(), made.workspace, from, () => {});
    return { from, to, files: filesBelow(made.sessions) };
  } finally {
    made.dispose();
  }
}

/** Walks until killed; the last revision that was confirmed. */
async function walkUntilKilled(
  made: Scratch,
  { from, to }: Part,
  point: CrashPoint | undefined,
  processes: FakeProcesses,
) {
  const process = processes.add();
  let last = from;
  const { files, calls } = crashingFiles(nodeFiles, point, (call) => {
    throw new Killed(call);
  });
  try {
    await walk(made.open({ files, processes: process }), made.workspace, to, (revision) => last = revision);
    return { last, calls, killed: undefined };
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return { last, calls, killed: error.message };
  } finally {
    processes.end(process.self.pid);
  }
}

/** After any kill: nothing confirmed is lost, nothing is taken twice, and the walk comes to the same end. */
async function expectWhole(made: Scratch, to: number, last: number, what: string, processes: FakeProcesses) {
  const store = made.open({ ...fakeTime(), processes: processes.add() });
  const before = await store.resolve(WALK_ID, made.workspace);
  if (last > 0) assert.equal(before, [WALK_ID], `${what}: the session is there`);
  if (before.length > 0) {
    const { state } = await store.load(WALK_ID);
    assert.ok(state.revision >= last, `${what}: revision ${last} was confirmed, ${state.revision} is there`);
    assert.ok(state.revision <= last + 1, `${what}: nothing but the input in flight was added`);
    assert.is(digestState(state), digestState(wanted[state.revision - 1]), `${what}: the state is the undisturbed one`);
    const [listed] = await store.list(made.workspace);
    assert.equal([listed.status, listed.revision], [state.status, state.revision], `${what}: the list agrees`);
  }
  await walk(store, made.workspace, to, () => {});
  await store.update(WALK_ID, () => null);
  const { state } = await made.open({ processes: processes.add() }).load(WALK_ID);
  assert.is(digestState(state), digestState(wanted[to - 1]), `${what}: the end is the undisturbed one`);
  assert.is((await store.journal(WALK_ID)).length, to, `${what}: every input is there once`);
  const left = [...filesBelow(made.sessions).keys()].filter((name) => /\.(lock|removal)$/.test(name));
  assert.equal(left, [], `${what}: no lock is left over`);
}

for (
  const [what, from, to] of [
    ["a new session, a fan-out, an output kept apart, a red gate, a command", 0, 14],
    ["a second snapshot", 31, 34],
  ] as const
) {
  test(what, async () => {
    const part = from === 0 ? { from, to } : await prepared(from, to);
    const killedIn = new Set<string>();
    for (let call = 1, reached = true; reached; call++) {
      reached = false;
      for (const when of ["before", "half", "after"] as const) {
        const made = scratch();
        if (part.files) restore(made.sessions, part.files);
        const processes = fakeProcesses();
        try {
          const { last, killed } = await walkUntilKilled(made, part, { call, when }, processes);
          if (killed === undefined) continue;
          reached = true;
          if (when === "half" && !killed.startsWith("in ")) continue;
          killedIn.add(killed);
          await expectWhole(made, to, last, `killed ${killed} (call ${call})`, processes);
        } finally {
          made.dispose();
        }
      }
    }
    for (const call of ["write", "sync", "rename", "unlink"]) {
      assert.ok(killedIn.has(`before ${call}`) && killedIn.has(`after ${call}`), `killed before and after ${call}`);
    }
    assert.ok(killedIn.has("in write"), "killed in a write");
  });
}

test("a salvage that is killed is salvaged again", async () => {
  const { files: whole } = await prepared(12, 12);
  const journal = `${WALK_ID}.journal.jsonl`;
  const damaged = whole!.get(journal)!.slice();
  damaged[damaged.length >> 1] ^= 1;
  let wantedRevision: number | undefined;
  for (let call = 1, reached = true; reached; call++) {
    const made = scratch();
    restore(made.sessions, new Map([...whole!, [journal, damaged]]));
    const processes = fakeProcesses();
    try {
      const process = processes.add();
      const { files } = crashingFiles(nodeFiles, { call, when: call % 2 === 0 ? "before" : "after" }, (name) => {
        throw new Killed(name);
      });
      const first = made.open({ files, processes: process });
      await first.resolve(WALK_ID, made.workspace);
      const outcome = await first.salvage(WALK_ID).catch((error) => error);
      processes.end(process.self.pid);
      reached = outcome instanceof Killed;
      const store = made.open({ ...fakeTime(), processes: processes.add() });
      const salvage = await store.salvage(WALK_ID);
      wantedRevision ??= salvage.revision;
      assert.is(salvage.revision, wantedRevision, `killed ${outcome} (call ${call})`);
      const { state } = await made.open({ ...fakeTime(), processes: processes.add() }).load(WALK_ID);
      assert.is(digestState(state), digestState(wanted[wantedRevision - 1]));
      const kept = [...filesBelow(made.sessions)].filter(([name]) => name.endsWith("/journal.jsonl"));
      assert.ok(kept.some(([, bytes]) => Buffer.compare(bytes, damaged) === 0), "the damaged journal is kept");
    } finally {
      made.dispose();
    }
  }
  assert.ok(wantedRevision! > 1 && wantedRevision! < 12, `${wantedRevision}`);
});

test("the walk that nobody disturbs", async () => {
  const made = scratch();
  try {
    const part = { from: 0, to: 40 };
    const { last } = await walkUntilKilled(made, part, undefined, fakeProcesses());
    await expectWhole(made, 40, last, "undisturbed", fakeProcesses());
    assert.is((await replaySession(made.open(), WALK_ID, { start, step })).matches, true);
  } finally {
    made.dispose();
  }
});

test.run();
