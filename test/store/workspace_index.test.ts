import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionError, SessionNotFoundError } from "../../lib/error.ts";
import { type FileOps, nodeFiles } from "../../lib/host/store/file_ops.ts";
import { deliverTo } from "../../lib/host/store/suite_tools.ts";
import { makeSession, type Scratch, withScratch } from "./scratch.ts";

const test = suite("index of workspaces");
const ID = "wf_sample_0000000a";

function entries(scratch: Scratch): string[] {
  return readdirSync(scratch.index).map((name) => join(scratch.index, name));
}

test(
  "a session is found by its id alone, one small file a workspace",
  withScratch(async (scratch) => {
    const store = scratch.open();
    for (const id of [ID, "wf_sample_0000000b"]) await makeSession(store, scratch.workspace, id, []);
    assert.is(entries(scratch).length, 1);
    assert.is((await scratch.open().load(ID)).workspace, (await store.load(ID)).workspace);
  }),
);

test(
  "a lost or broken entry comes back with the next use of its workspace",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, []);
    const [entry] = entries(scratch);
    for (
      const damage of [
        () => rmSync(entry),
        () => writeFileSync(entry, ""),
        () => writeFileSync(entry, '{"workspace":1}\n'),
      ]
    ) {
      damage();
      await scratch.open().load(ID).then(
        () => assert.unreachable(),
        (error) => assert.instance(error, SessionNotFoundError),
      );
      assert.equal(await scratch.open().resolve(ID, scratch.workspace), [ID]);
      assert.is((await scratch.open().load(ID)).state.id, ID);
    }
  }),
);

test(
  "a session that another process makes is found at the next look at its folder, though nothing is in the index yet",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, []);
    for (const entry of entries(scratch)) rmSync(entry);
    let looks = 0;
    const entriesOf: FileOps["entries"] = (path) => ++looks === 1 ? [] : nodeFiles.entries(path);
    const store = scratch.open({ files: { ...nodeFiles, entries: entriesOf } });
    assert.equal(await store.resolve(ID, scratch.workspace), []);
    assert.equal(await store.resolve(ID, scratch.workspace), [ID]);
    assert.is(looks, 2, "one look each");
    assert.is((await store.load(ID)).state.id, ID);
  }),
);

test(
  "a workspace that is gone leaves the index, one that has moved is found where it is",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, ["one"]);
    const moved = join(scratch.folder, "moved");
    renameSync(scratch.workspace, moved);
    assert.equal(await scratch.open().list(), []);
    assert.equal(entries(scratch), []);
    assert.is((await scratch.open().list(moved))[0].revision, 2);
    await deliverTo(scratch.open(), ID, "two");
    assert.ok(existsSync(join(moved, ".skill-workflow")) && !existsSync(scratch.workspace));
  }),
);

test(
  "of two copies the one in the named workspace is meant, and without a name both are told",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, ["one"]);
    const copy = join(scratch.folder, "copy");
    cpSync(scratch.workspace, copy, { recursive: true });
    const store = scratch.open();
    await store.list(copy);
    await deliverTo(store, ID, "in the copy");
    const error = await scratch.open().load(ID).then(() => undefined, (error) => error);
    assert.instance(error, SessionError);
    for (const workspace of [scratch.workspace, copy]) assert.match(error.message, workspace);
    await store.list(scratch.workspace);
    assert.is((await store.load(ID)).state.revision, 2);
    await store.list(copy);
    assert.is((await store.load(ID)).state.revision, 3);
  }),
);

if (process.platform !== "win32") {
  test(
    "a workspace has one name, by whatever link it is reached",
    withScratch(async (scratch) => {
      const link = join(scratch.folder, "link");
      symlinkSync(scratch.workspace, link);
      await makeSession(scratch.open(), link, ID, []);
      const store = scratch.open();
      assert.is((await store.list(scratch.workspace)).length, 1);
      assert.is((await store.list()).length, 1);
      assert.is(entries(scratch).length, 1);
    }),
  );
}

test(
  "foreign files in the index are left alone",
  withScratch(async (scratch) => {
    mkdirSync(scratch.index, { recursive: true });
    writeFileSync(join(scratch.index, "notes.txt"), "mine");
    writeFileSync(join(scratch.index, "0123456789abcdef.json"), '{"workspace":"relative/../../etc"}');
    await makeSession(scratch.open(), scratch.workspace, ID, []);
    assert.is((await scratch.open().list()).length, 1);
    assert.ok(existsSync(join(scratch.index, "notes.txt")));
  }),
);

test.run();
