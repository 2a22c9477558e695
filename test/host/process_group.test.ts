import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { endRecordedGroups } from "../../lib/host/group_record.ts";
import { endAllGroups, endGroup, type ProcessGroup, spawnGroup } from "../../lib/host/process_group.ts";
import { groupMembers, isAlive, isGroupAlive, startOf } from "../../lib/host/process_table.ts";
import { root } from "../gate/runtimes.ts";
import { aliveOf, env, idsIn, pause, posix, runtime, stubborn, until } from "./processes.ts";
import { scratch } from "./scratch.ts";

const owner = join(root, "test/fixtures/processes/owner.ts");

async function startStubborn(options: { stdin?: "pipe"; records?: string } = {}): Promise<[ProcessGroup, number[]]> {
  const file = join(scratch(), "ids");
  const group = await spawnGroup("/bin/sh", [stubborn, file], { env, ...options });
  const ids = await idsIn(file);
  assert.is(aliveOf(ids).length, 2, "the program and its child run");
  return [group, ids];
}

if (posix) {
  test("a program that ignores TERM, and its child, end by KILL", async () => {
    const [group, ids] = await startStubborn();
    assert.is(ids[0], group.pid);
    const started = performance.now();
    assert.is(await endGroup(group, { grace: 200 }), true);
    const took = performance.now() - started;
    assert.equal(aliveOf(ids), []);
    assert.is(isGroupAlive(group.pid), false);
    assert.ok(took >= 180 && took < 10_000, `ended after the grace, took ${took} ms`);
    assert.equal(await group.exited, { code: null, signal: "SIGKILL" });
  });

  test("a program that heeds TERM isn't waited for", async () => {
    const group = await spawnGroup("/bin/sh", ["-c", "sleep 60 & sleep 60"], { env });
    const started = performance.now();
    assert.is(await endGroup(group, { grace: 20_000 }), true);
    assert.ok(performance.now() - started < 10_000);
    assert.is((await group.exited).signal, "SIGTERM");
  });

  test("a child that outlives its parent is still ended", async () => {
    const group = await spawnGroup("/bin/sh", ["-c", "sleep 60 >/dev/null 2>&1 & echo $!"], { env });
    let printed = "";
    group.child.stdout!.on("data", (chunk) => printed += chunk);
    await group.exited;
    await until("the child's id", () => printed.endsWith("\n"));
    const child = Number(printed);
    assert.is(isAlive(child), true);
    assert.is(await endGroup(group), true);
    assert.is(isAlive(child), false);
  });

  test("where stdin is a pipe it's closed first, and whoever heeds that isn't signalled", async () => {
    const group = await spawnGroup("/bin/sh", ["-c", "cat; exit 5"], { env, stdin: "pipe" });
    assert.is(await endGroup(group, { eof: 5_000 }), true);
    assert.equal(await group.exited, { code: 5, signal: null });
  });

  // Case 25, the process part.
  test("25-server-that-will-not-die: deaf to the end of its input and to TERM, it ends, and so does its child", async () => {
    const [deaf, ids] = await startStubborn({ stdin: "pipe" });
    assert.is(await endGroup(deaf, { eof: 100, grace: 100 }), true);
    assert.equal(aliveOf(ids), []);
  });

  test("ending twice, at once or later, is the same as ending once", async () => {
    const [group] = await startStubborn();
    assert.equal(await Promise.all([endGroup(group, { grace: 50 }), endGroup(group, { grace: 50 })]), [true, true]);
    assert.is(await endGroup(group), true);
  });

  test("all groups are ended at once", async () => {
    const [, first] = await startStubborn();
    const [, second] = await startStubborn();
    await endAllGroups({ grace: 100 });
    assert.equal(aliveOf([...first, ...second]), []);
  });

  test("nothing is inherited but what is given", async () => {
    const group = await spawnGroup("/usr/bin/env", [], { env: { ONLY: "this" } });
    let printed = "";
    group.child.stdout!.on("data", (chunk) => printed += chunk);
    await new Promise((resolve) => group.child.once("close", resolve));
    assert.is(printed, "ONLY=this\n");
  });

  for (
    const [way, code, signal] of [
      ["exit", 3, null],
      ["throw", 1, null],
      ["SIGTERM", null, "SIGTERM"],
      ["SIGINT", null, "SIGINT"],
      ["SIGHUP", null, "SIGHUP"],
      ["handled", 7, null],
    ] as const
  ) {
    test(`no process is left when ours ends by ${way}`, async () => {
      const ids = join(scratch(), "ids");
      const [command, ...args] = runtime;
      const ours = spawn(command, [...args, owner, stubborn, ids, way], {
        cwd: root,
        stdio: ["ignore", "pipe", "ignore"],
      });
      const ended = new Promise((resolve) => ours.once("exit", (code, signal) => resolve({ code, signal })));
      const started = await idsIn(ids);
      assert.is(started.length, 2);
      const asked = way.startsWith("SIG") || way === "handled";
      if (asked) {
        await new Promise((resolve) => ours.stdout!.once("data", resolve));
        // Not with `ours.kill`: Deno then reports that signal, whatever the process died of.
        process.kill(ours.pid!, way === "handled" ? "SIGTERM" : way);
      }
      assert.equal(await ended, { code, signal });
      await until("the group's end", () => aliveOf(started).length === 0);
    });
  }

  test("what a crash leaves behind is ended by the next start, and only that", async () => {
    const folder = scratch();
    const ids = join(folder, "ids");
    const records = join(folder, "records");
    const [command, ...args] = runtime;
    const ours = spawn(command, [...args, owner, stubborn, ids, "crash", records], { cwd: root, stdio: "ignore" });
    await new Promise((resolve) => ours.once("exit", resolve));
    const left = await idsIn(ids);
    assert.is(aliveOf(left).length, 2, "a crash leaves them");
    const [living, livingIds] = await startStubborn({ records });
    assert.is(readdirSync(records).length, 2);

    const ended = await endRecordedGroups(records);
    assert.equal(ended.map((record) => record.group), [left[0]]);
    assert.equal(aliveOf(left), []);
    assert.is(aliveOf(livingIds).length, 2, "a living owner's group is its own business");
    assert.is(readdirSync(records).length, 1);

    await endGroup(living, { grace: 50 });
    assert.equal(readdirSync(records), []);
    assert.equal(await endRecordedGroups(records), []);
  });

  test("a process that got the same id later is left alone", async () => {
    const records = join(scratch(), "records");
    const [group, ids] = await startStubborn({ records });
    const [name] = readdirSync(records);
    const file = join(records, name);
    const record = JSON.parse(readFileSync(file, "utf8"));
    assert.is(record.started, startOf(group.pid));
    // As if the owner had died, and its group too, and a stranger had got the id.
    writeFileSync(file, JSON.stringify({ ...record, owner: 2_147_483_646, started: "another time" }));
    assert.equal(await endRecordedGroups(records), []);
    assert.is(aliveOf(ids).length, 2);
    assert.is(existsSync(file), false, "and its record is of no use any more");
    await endGroup(group, { grace: 50 });
  });

  test("a group that was only about to be started when we crashed is known by its mark", async () => {
    if (groupMembers(process.pid) === undefined) return;
    const records = join(scratch(), "records");
    const [group, ids] = await startStubborn({ records });
    const [other, otherIds] = await startStubborn({ records: join(scratch(), "others") });
    const file = join(records, readdirSync(records)[0]);
    const record = JSON.parse(readFileSync(file, "utf8"));
    // As it is before the group's id is known; the owner has died.
    writeFileSync(file, JSON.stringify({ ...record, owner: 2_147_483_646, group: null, started: "" }));
    assert.equal((await endRecordedGroups(records)).map((ended) => ended.group), [group.pid]);
    assert.equal(aliveOf(ids), []);
    assert.is(aliveOf(otherIds).length, 2);
    assert.equal(readdirSync(records), []);
    await endGroup(group);
    await endGroup(other, { grace: 50 });
  });

  test("a group is on record before it's started, and what can't be started is not", async () => {
    const records = join(scratch(), "records");
    const group = await spawnGroup("/bin/sh", ["-c", "cat records/*; sleep 0.2"], {
      env,
      records,
      cwd: join(records, ".."),
    });
    let text = "";
    group.child.stdout!.on("data", (chunk) => text += chunk);
    await group.exited;
    assert.match(text, '"command":"/bin/sh -c');
    for (const command of ["/nowhere/at/all", "no\0where"]) {
      await spawnGroup(command, [], { env, records }).then(() => assert.unreachable(), () => {});
    }
    await endGroup(group);
    assert.equal(readdirSync(records), []);
  });

  test("a recorded group without its first process is known by its mark", async () => {
    if (groupMembers(process.pid) === undefined) return;
    const records = join(scratch(), "records");
    const group = await spawnGroup("/bin/sh", ["-c", "sleep 60 >/dev/null 2>&1 &"], { env, records });
    await group.exited;
    const [child] = groupMembers(group.pid)!;
    assert.ok(child !== undefined && child !== group.pid);
    const file = join(records, readdirSync(records)[0]);
    const record = JSON.parse(readFileSync(file, "utf8"));
    const orphaned = { ...record, owner: 2_147_483_646 };
    writeFileSync(file, JSON.stringify({ ...orphaned, token: "of somebody else" }));
    assert.equal(await endRecordedGroups(records), []);
    assert.is(isAlive(child), true);
    writeFileSync(file, JSON.stringify(orphaned));
    assert.is((await endRecordedGroups(records)).length, 1);
    assert.is(isAlive(child), false);
    await endGroup(group);
  });
}

test("nobody is signalled on the word of a file that is no record", async () => {
  const records = scratch();
  const bad = [
    "",
    "{",
    "null",
    "[]",
    '{"format":1}',
    '{"format":1,"group":1,"owner":1}',
    '{"format":1,"group":-1,"owner":-1}',
  ];
  bad.forEach((text, i) => writeFileSync(join(records, `${i}.json`), text));
  assert.equal(await endRecordedGroups(records), []);
  assert.equal(readdirSync(records), []);
  assert.equal(await endRecordedGroups(join(records, "nowhere")), []);
});

test("a program that isn't there is an error, and no process", async () => {
  let error: NodeJS.ErrnoException | undefined;
  try {
    await spawnGroup("no-such-program-4711", [], { env });
  } catch (caught) {
    error = caught as NodeJS.ErrnoException;
  }
  assert.is(error?.code, "ENOENT");
});

test("start times tell processes apart", async () => {
  assert.is(startOf(process.pid), startOf(process.pid));
  assert.type(startOf(process.pid), "string");
  assert.is(startOf(2_147_483_646), undefined);
  assert.is(isAlive(process.pid), true);
  assert.is(isAlive(2_147_483_646), false);
  await pause(0);
});

test.run();
