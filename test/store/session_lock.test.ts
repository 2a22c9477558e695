import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionBusyError } from "../../lib/error.ts";
import { type FileOps, nodeFiles } from "../../lib/host/store/file_ops.ts";
import { LockTokens } from "../../lib/host/store/lock_token.ts";
import { machineProcesses, writeIdentity } from "../../lib/host/store/process_identity.ts";
import { isLocked, type Lock, type LockContext, takeLock } from "../../lib/host/store/session_lock.ts";
import { type FakeProcesses, fakeProcesses, fakeTime } from "./fake_processes.ts";
import { scratch } from "./scratch.ts";

const test = suite("lock");
const ID = "wf_sample_0000000a";

interface Bench {
  folder: string;
  path: string;
  processes: FakeProcesses;
  /** What a process of its own locks with; time doesn't pass for it unless it sleeps. */
  context(parts?: Partial<LockContext>): LockContext;
}

function withLock(run: (bench: Bench) => Promise<void> | void, linked = false): () => Promise<void> {
  return async () => {
    const { workspace, dispose } = scratch();
    const folder = join(workspace, "sessions");
    mkdirSync(folder);
    const table = fakeProcesses();
    const context = (parts: Partial<LockContext> = {}) => {
      const files = parts.files ?? nodeFiles;
      const processes = table.add();
      return {
        ...fakeTime(),
        files,
        processes,
        ...(linked ? { tokens: new LockTokens(nodeFiles, processes) } : {}),
        waitMs: 3000,
        random: () => 0.5,
        ...parts,
      };
    };
    try {
      await run({ folder, path: join(folder, "a.lock"), processes: table, context });
    } finally {
      dispose();
    }
  };
}

/** A test of locks that are files, and the same of locks that are links. */
function each(name: string, run: (bench: Bench) => Promise<void> | void): void {
  test(`${name}: files`, withLock(run));
  if (process.platform !== "win32") test(`${name}: links`, withLock(run, true));
}

/** What a process that is gone left behind. */
function leave({ path, processes, context }: Bench): void {
  const { self } = context().processes;
  writeFileSync(path, JSON.stringify({ ...writeIdentity(self), at: "", nonce: "1" }));
  processes.end(self.pid);
}

each(
  "one at a time, and nothing is left",
  async ({ folder, path, context }) => {
    const lock = await takeLock(context(), ID, path);
    assert.is(isLocked(nodeFiles, context().processes, path), true);
    lock.release();
    assert.is(isLocked(nodeFiles, context().processes, path), false);
    (await takeLock(context(), ID, path)).release();
    assert.equal(readdirSync(folder), []);
  },
);

each(
  "a living owner is waited for, for so long, and named",
  async ({ path, context }) => {
    const owner = context();
    const lock = await takeLock(owner, ID, path);
    const other = context();
    const error = await takeLock(other, ID, path).then(() => undefined, (error) => error);
    assert.instance(error, SessionBusyError);
    assert.ok(other.clock() >= 3000 && other.clock() < 3100);
    assert.match(error.message, `process ${owner.processes.self.pid} on here`);
    assert.match(error.message, path);
    lock.release();
  },
);

each(
  "who waits gets it as soon as it's released",
  async ({ path, context }) => {
    const lock = await takeLock(context(), ID, path);
    let slept = 0;
    const waiting = context({ sleep: () => Promise.resolve(void (++slept === 3 && lock.release())) });
    (await takeLock(waiting, ID, path)).release();
    assert.is(slept, 3);
  },
);

each(
  "a lock whose owner is gone is taken over at once",
  async (bench) => {
    leave(bench);
    const context = bench.context();
    (await takeLock(context, ID, bench.path)).release();
    assert.is(context.clock(), 0);
    assert.equal(readdirSync(bench.folder), []);
  },
);

each(
  "a lock that says nothing belongs to nobody after a while, and not before",
  async ({ path, folder, context }) => {
    for (const content of ["", "{", "[]", '{"pid":-1}', '{"pid":1}', "\u0000".repeat(3000)]) {
      writeFileSync(path, content);
      const one = context();
      (await takeLock(one, ID, path)).release();
      assert.ok(one.clock() >= 800 && one.clock() < 1000, `${content.slice(0, 10)}: ${one.clock()}`);
    }
    assert.equal(readdirSync(folder), []);
  },
);

for (const [what, again] of [["each in a file of its own", false], ["in an inode that is used again", true]] as const) {
  test(
    `locks that say nothing, but not the same one, are no reason to take over: ${what}`,
    withLock(async ({ path, context }) => {
      writeFileSync(path, "");
      const time = fakeTime();
      let rounds = 0;
      const sleep = (ms: number) => {
        // Each is another lock, in another file, seen before its owner could write its name.
        writeFileSync(`${path}.${++rounds}`, "");
        nodeFiles.rename(`${path}.${rounds}`, path);
        return time.sleep(ms);
      };
      const stat: FileOps["stat"] = (fd) =>
        again ? Object.assign(nodeFiles.stat(fd), { ino: 1, ctimeMs: rounds }) : nodeFiles.stat(fd);
      const error = await takeLock(context({ ...time, sleep, files: { ...nodeFiles, stat } }), ID, path)
        .then(() => undefined, (error) => error);
      assert.instance(error, SessionBusyError);
    }),
  );
}

test(
  "whoever was stopped while it made a lock doesn't trust it, and clears it away",
  withLock(async ({ path, folder, context }) => {
    const time = fakeTime();
    let slow = true;
    const files: FileOps = {
      ...nodeFiles,
      write: (...args) => {
        if (slow) time.sleep(500);
        slow = false;
        return nodeFiles.write(...args);
      },
    };
    (await takeLock(context({ ...time, files }), ID, path)).release();
    assert.equal(readdirSync(folder), []);
  }),
);

each(
  "a lock that can't be removed is removed by the same process later",
  async ({ path, folder, context }) => {
    let refuse = true;
    const files: FileOps = {
      ...nodeFiles,
      unlink: (file) => {
        if (refuse) throw Object.assign(new Error("EPERM"), { code: "EPERM" });
        nodeFiles.unlink(file);
      },
    };
    const one = context({ files });
    (await takeLock(one, ID, path)).release();
    assert.ok(existsSync(path));
    refuse = false;
    (await takeLock(one, ID, path)).release();
    assert.equal(readdirSync(folder), []);
  },
);

each(
  "of several that find a dead owner's lock, one gets it, wherever they interrupt each other",
  async (bench) => {
    const { path, context } = bench;
    let schedules = 0;
    const stride = context().tokens ? 2 : 1;
    for (let first = 1; first < 40; first += stride) {
      for (let second = 1; second < 25; second += 3 * stride) {
        leave(bench);
        const taken: Lock[] = [];
        const tries: Promise<void>[] = [];
        const pids: number[] = [];
        // All that happens before the first sleep happens at once, so each try is nested in the one before.
        const attempt = (parts: Partial<LockContext>) => {
          const own = context({ waitMs: 0, ...parts });
          pids.push(own.processes.self.pid);
          const taking = takeLock(own, ID, path);
          tries.push(taking.then((lock) => void taken.push(lock), (error) => assert.instance(error, SessionBusyError)));
        };
        let interrupted = 0;
        attempt({
          files: interruptedFiles(first, () => {
            interrupted++;
            attempt({
              files: interruptedFiles(second, () => {
                interrupted++;
                attempt({});
              }),
            });
          }),
        });
        await Promise.all(tries);
        assert.ok(taken.length <= 1, `${taken.length} hold the lock after interruptions at ${first} and ${second}`);
        for (const lock of taken) lock.release();
        if (taken.length === 0) await takeLock(context(), ID, path).then((lock) => lock.release());
        assert.equal(readdirSync(bench.folder), [], "nothing is left");
        schedules += interrupted > 0 ? 1 : 0;
        for (const pid of pids.splice(0)) bench.processes.end(pid);
      }
    }
    assert.ok(schedules > 20, `${schedules} schedules`);
  },
);

test(
  "a link says whose it is, and its file is made again where it's gone",
  withLock(async ({ path, folder, context }) => {
    if (process.platform === "win32") return;
    const files: FileOps = { ...nodeFiles, open: (file, mode) => (made.push(file), nodeFiles.open(file, mode)) };
    const made: string[] = [];
    const processes = context().processes;
    const one = context({ files, processes, tokens: new LockTokens(files, processes) });
    (await takeLock(one, ID, path)).release();
    const tokens = join(folder, "..", "locks");
    assert.is(readdirSync(tokens).length, 1);
    assert.is(statSync(join(tokens, readdirSync(tokens)[0])).mode & 0o777, 0o600);
    made.length = 0;
    const lock = await takeLock(one, ID, path);
    assert.equal(made, [], "no file was opened");
    assert.is(JSON.parse(readFileSync(path, "utf8")).pid, processes.self.pid);
    lock.release();
    rmSync(tokens, { recursive: true });
    (await takeLock(one, ID, path)).release();
    assert.is(readdirSync(tokens).length, 1);
  }),
);

test(
  "files of processes that are gone, and old ones, go with the next process",
  withLock(async ({ path, folder, processes, context }) => {
    if (process.platform === "win32") return;
    const tokens = join(folder, "..", "locks");
    const [gone, elsewhere, alive] = [context(), context(), context()];
    for (const one of [gone, elsewhere, alive]) (await takeLock(one, ID, path)).release();
    const names = readdirSync(tokens).sort();
    writeFileSync(join(tokens, "readme"), "");
    processes.end(gone.processes.self.pid);
    utimesSync(join(tokens, names[1]), 1, 1);
    (await takeLock(context(), ID, path)).release();
    const left = readdirSync(tokens).sort();
    assert.equal([left.includes(names[0]), left.includes(names[1]), left.length], [false, false, 3], `${left}`);
    for (const one of [elsewhere, alive]) (await takeLock(one, ID, path)).release();
    assert.is(readdirSync(tokens).length, 4, "who isn't gone makes its own again");
  }, true),
);

for (const [what, errno] of [["has no links", "EPERM"], ["is over its limit of links", "EMLINK"]] as const) {
  test(
    `where the file system ${what}, a lock is a file`,
    withLock(async ({ path, folder, context }) => {
      const link = () => {
        throw Object.assign(new Error(errno), { code: errno });
      };
      const one = context({ files: { ...nodeFiles, link } });
      const lock = await takeLock(one, ID, path);
      assert.is(JSON.parse(readFileSync(path, "utf8")).pid, one.processes.self.pid);
      lock.release();
      assert.equal(readdirSync(folder), []);
    }, true),
  );
}

test(
  "no file is made through a symbolic link",
  withLock(async ({ path, folder, context }) => {
    if (process.platform === "win32") return;
    const elsewhere = join(folder, "..", "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(folder, "..", "locks"));
    (await takeLock(context(), ID, path)).release();
    assert.equal(readdirSync(elsewhere), []);
  }, true),
);

each("a lock that couldn't be given back doesn't speak for the next one", async ({ path, context }) => {
  let refuses = true;
  const unlink = (file: string) => {
    if (refuses && file === path) throw Object.assign(new Error("no"), { code: "EACCES" });
    nodeFiles.unlink(file);
  };
  const own = context({ files: { ...nodeFiles, unlink }, waitMs: 50 });
  (await takeLock(own, ID, path)).release();
  assert.ok(existsSync(path), "it's still there");
  refuses = false;
  rmSync(path);
  const lock = await takeLock(own, ID, path);
  const told = await takeLock(own, ID, path).then(() => undefined, (error) => error);
  assert.instance(told, SessionBusyError);
  lock.release();
});

test("the machine's processes: one that ended, one whose id is used again, others' machines", () => {
  const { self, isGone } = machineProcesses();
  assert.is(isGone(self), false);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  assert.is(isGone({ ...self, pid }), true);
  assert.is(isGone({ ...self, pid, host: "elsewhere" }), false, "nobody knows about another machine");
  if (process.platform !== "linux") return;
  assert.is(isGone({ ...self, pid, space: "pid:[1]" }), false, "nor about another container");
  assert.is(isGone({ ...self, started: "boot:1" }), true, "the id is used again");
});

test(
  "the lock of a process that ended is taken over within a second",
  withLock(async ({ path }) => {
    const { self } = machineProcesses();
    const { pid } = spawnSync(process.execPath, ["--version"]);
    writeFileSync(path, JSON.stringify({ ...writeIdentity({ ...self, pid }), at: "2099-01-01T00:00:00Z", nonce: "1" }));
    const began = performance.now();
    const context = {
      files: nodeFiles,
      processes: machineProcesses(),
      waitMs: 3000,
      clock: () => performance.now(),
      random: Math.random,
      sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    };
    const lock = await takeLock(context, ID, path);
    assert.ok(performance.now() - began < 1000);
    assert.is(JSON.parse(readFileSync(path, "utf8")).pid, process.pid);
    lock.release();
  }),
);

/** Files whose `call`th call is preceded by something else. */
function interruptedFiles(call: number, interrupt: () => void): FileOps {
  let count = 0;
  const names = Object.keys(nodeFiles) as (keyof FileOps)[];
  // deno-lint-ignore no-explicit-any -- every operation has its own arguments
  const wrapped = names.map((name) => [name, (...args: any[]) => {
    if (++count === call) interrupt();
    return (nodeFiles[name] as (...args: unknown[]) => unknown)(...args);
  }]);
  return Object.fromEntries(wrapped);
}

test.run();
