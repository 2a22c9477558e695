import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StorageError } from "../../lib/error.ts";
import { createFileStoreOn, type FileStore } from "../../lib/host/file_store.ts";
import { digestState } from "../../lib/host/state_digest.ts";
import { start, step } from "../../lib/session/mod.ts";
import { filesBelow, type Scratch, withScratch } from "../store/scratch.ts";
import { undisturbed, walk, WALK_ID } from "./walk.ts";

const test = suite("a disk that refuses");
const REVISIONS = 60;
const wanted = undisturbed(REVISIONS);
const isRoot = process.platform === "linux" && process.getuid?.() === 0;

/** A disk of its own of so many KiB below the scratch, or undefined where this process may not mount one. */
function disk({ folder }: Scratch, kib: number): { path: string; remount(option: "ro" | "rw"): void } | undefined {
  const path = join(folder, "disk");
  mkdirSync(path);
  const mount = (...args: string[]) => spawnSync("mount", args).status === 0;
  if (!isRoot || !mount("-t", "tmpfs", "-o", `size=${kib}k,mode=700`, "skill-workflow-test", path)) {
    console.log("Skipped: this process may not mount a disk");
    return undefined;
  }
  return { path, remount: (option) => assert.ok(mount("-o", `remount,${option}`, path), `remounted ${option}`) };
}

function withDisk(kib: number, run: (made: Scratch, found: NonNullable<ReturnType<typeof disk>>) => Promise<void>) {
  return withScratch(async (made) => {
    const found = disk(made, kib);
    if (!found) return;
    try {
      await run(made, found);
    } finally {
      spawnSync("umount", ["-l", found.path]);
    }
  });
}

/** The error that the walk ends with, if any, and the last revision that was confirmed. */
async function walkOn(store: FileStore, workspace: string, last: number): Promise<{ last: number; error?: unknown }> {
  try {
    await walk(store, workspace, REVISIONS, (revision) => last = revision);
    return { last };
  } catch (error) {
    return { last, error };
  }
}

/** The error is typed and says what to do; the session is exactly what was confirmed. */
async function expectIntact(store: FileStore, workspace: string, last: number, error: unknown, errno: string) {
  assert.instance(error, StorageError, `${(error as Error)?.stack}`);
  const { data, message } = error as StorageError;
  assert.is(data.errno, errno);
  assert.is(message.split("\n").length, 2, message);
  assert.equal(await store.resolve(WALK_ID, workspace), last > 0 ? [WALK_ID] : []);
  if (last === 0) return;
  const { state } = await store.load(WALK_ID);
  assert.is(state.revision, last);
  assert.is(digestState(state), digestState(wanted[last - 1]!));
}

async function expectTheEnd(store: FileStore): Promise<void> {
  assert.is(digestState((await store.load(WALK_ID)).state), digestState(wanted[REVISIONS - 1]!));
  assert.is((await store.journal(WALK_ID)).length, REVISIONS);
}

test(
  "a full disk, wherever it gets full: each time a typed error, the session is intact and goes on with a little space",
  withDisk(512, async (made, { path }) => {
    const filler = join(path, "filler");
    writeFileSync(filler, "");
    for (let size = 524_288;; size -= 4096) {
      try {
        writeFileSync(filler, new Uint8Array(size));
        break;
      } catch {
        truncateSync(filler, 0);
      }
    }
    // A process that has the session in memory, and one that has to read it.
    const long = made.open();
    let last = 0;
    let refusals = 0;
    for (let size = 524_288; size >= 0; size -= 4096) {
      if (existsSync(filler)) truncateSync(filler, Math.min(size, 520_192));
      const fresh = refusals % 2 === 0 ? made.open() : long;
      const walked = await walkOn(fresh, path, last);
      last = walked.last;
      if (walked.error === undefined) break;
      refusals++;
      for (const store of [long, made.open()]) await expectIntact(store, path, last, walked.error, "ENOSPC");
    }
    assert.ok(refusals >= 10, `${refusals} refusals`);
    await expectTheEnd(long);
    await expectTheEnd(made.open());
    const left = [...filesBelow(join(path, ".skill-workflow", "sessions")).keys()].filter((name) =>
      /\.(tmp|lock)$/.test(name)
    );
    assert.equal(left, []);
  }),
);

test(
  "a disk that becomes read-only: reading goes on, writing is refused, until it's writable again",
  withDisk(1024, async (made, { path, remount }) => {
    const long = made.open();
    await walk(long, path, 20, () => {});
    remount("ro");
    for (const store of [long, made.open()]) {
      const { last, error } = await walkOn(store, path, 20);
      await expectIntact(store, path, last, error, "EROFS");
      assert.is((await store.list(path))[0]?.status, "running");
    }
    remount("rw");
    assert.is((await walkOn(long, path, 20)).error, undefined);
    await expectTheEnd(made.open());
  }),
);

test(
  "a folder that this user may not write in, or not even read",
  withScratch(async (made) => {
    // Root may do everything, so it becomes nobody for a moment.
    const nobody = isRoot && typeof process.seteuid === "function";
    if (process.platform === "win32" || (process.getuid?.() === 0 && !nobody)) {
      return console.log("Skipped: permissions don't bind this process");
    }
    chmodSync(made.folder, 0o755);
    chmodSync(made.workspace, 0o755);
    const index = join(made.folder, "index");
    mkdirSync(index, { mode: 0o777 });
    const open = () => createFileStoreOn({}, { reducer: { start, step }, indexDir: index });
    const long = open();
    await walk(long, made.workspace, 20, () => {});
    for (const entry of filesBelow(index).keys()) chmodSync(join(index, entry), 0o644);
    const files = [...filesBelow(made.sessions).keys()].map((name) => join(made.sessions, name));
    const mode = (folder: number, file: number) => {
      for (const path of files) chmodSync(path, file);
      chmodSync(join(made.sessions, WALK_ID), folder);
      chmodSync(made.sessions, folder);
      chmodSync(join(made.sessions, ".."), folder);
    };
    for (const [folder, file] of [[0o555, 0o444], [0o555, 0o666], [0o777, 0o444]] as const) {
      mode(folder, file);
      for (const store of [long, open()]) {
        const walked = await asNobody(nobody, () => walkOn(store, made.workspace, 20));
        await asNobody(nobody, () => expectIntact(store, made.workspace, 20, walked.error, "EACCES"));
      }
    }
    mode(0o755, 0o600);
    if (nobody) {
      const error = await asNobody(nobody, () => open().load(WALK_ID).catch((error) => error));
      assert.instance(error, StorageError, "it is refused, not lost and not corrupt");
      assert.is(error.data.errno, "EACCES");
    }
    mode(0o700, 0o600);
    assert.is((await walkOn(long, made.workspace, 20)).error, undefined);
    await expectTheEnd(open());
  }),
);

async function asNobody<T>(nobody: boolean, work: () => Promise<T>): Promise<T> {
  if (nobody) process.seteuid!(65534);
  try {
    return await work();
  } finally {
    if (nobody) process.seteuid!(0);
  }
}

test.run();
