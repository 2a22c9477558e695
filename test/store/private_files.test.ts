import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionCorruptedError, SessionNotFoundError, StorageError } from "../../lib/error.ts";
import { deliverTo, sampleStart, sampleWorkflow } from "../../lib/host/store/suite_tools.ts";
import { start } from "../../lib/session/mod.ts";
import { filesBelow, makeSession, withScratch } from "./scratch.ts";

const test = suite("private files");
const ID = "wf_sample_0000000a";
const posix = process.platform !== "win32";

/** Every folder and file below a folder, with its mode. */
function modes(folder: string): [path: string, mode: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const mode = (statSync(path).mode & 0o777).toString(8);
    return [
      [path, `${entry.isDirectory() ? "folder" : "file"} ${mode}`] as [string, string],
      ...(entry.isDirectory() ? modes(path) : []),
    ];
  });
}

if (posix) {
  test(
    "files are 0600 and folders 0700, whatever the umask",
    withScratch(async (scratch) => {
      const umask = process.umask(0);
      try {
        const store = scratch.open();
        await makeSession(store, scratch.workspace, ID, [
          "one",
          "x".repeat(9000),
          ...Array.from({ length: 40 }, (_, i) => i),
        ]);
        await store.leaseEffect(ID, "e1");
        writeFileSync(join(scratch.sessions, `${ID}.json`), "damaged", { mode: 0o600 });
        await store.salvage(ID);
        const found = [...modes(join(scratch.workspace)), ...modes(join(scratch.folder, "config"))];
        assert.ok(found.length > 12, JSON.stringify(found));
        for (const [path, mode] of found) assert.ok(mode === "folder 700" || mode === "file 600", `${path}: ${mode}`);
      } finally {
        process.umask(umask);
      }
    }),
  );

  test(
    "a folder that is a link is refused, and nothing is written behind it",
    withScratch(async (scratch) => {
      const outside = join(scratch.folder, "outside");
      mkdirSync(outside);
      const first = sampleStart(ID);
      for (const link of [".skill-workflow", join(".skill-workflow", "sessions")]) {
        rmSync(join(scratch.workspace, ".skill-workflow"), { recursive: true, force: true });
        if (link !== ".skill-workflow") mkdirSync(join(scratch.workspace, ".skill-workflow"));
        symlinkSync(outside, join(scratch.workspace, link));
        for (
          const call of [
            () => scratch.open().create(scratch.workspace, first, start(sampleWorkflow, first)),
            () => scratch.open().list(scratch.workspace),
            () => scratch.open().resolve("wf", scratch.workspace),
          ]
        ) {
          const error = await call().then(() => undefined, (error) => error);
          assert.instance(error, StorageError);
          assert.match(error.message, "symbolic link");
        }
        assert.equal(readdirSync(outside), []);
      }
    }),
  );

  test(
    "a file that is a link is told, not followed",
    withScratch(async (scratch) => {
      const store = scratch.open();
      await makeSession(store, scratch.workspace, ID, ["one"]);
      const outside = join(scratch.folder, "outside");
      mkdirSync(outside);
      for (const ending of [".journal.jsonl", ".json", ".workflow.json"]) {
        const path = join(scratch.sessions, ID + ending);
        renameSync(path, join(outside, "file"));
        symlinkSync(join(outside, "file"), path);
        const before = readFileSync(join(outside, "file"), "utf8");
        const error = await scratch.open().load(ID).then(() => undefined, (error) => error);
        assert.instance(error, SessionCorruptedError);
        assert.is(error.data.file, path);
        assert.match(error.message, "symbolic link");
        await deliverTo(scratch.open(), ID, "two").then(() => assert.unreachable(), () => {});
        assert.is(readFileSync(join(outside, "file"), "utf8"), before);
        rmSync(path);
        renameSync(join(outside, "file"), path);
      }
      symlinkSync(outside, join(scratch.sessions, ID));
      await deliverTo(scratch.open(), ID, "x".repeat(9000)).then(() => assert.unreachable(), (error) => {
        assert.instance(error, StorageError);
      });
      assert.equal(readdirSync(outside), []);
      await deliverTo(scratch.open(), ID, "two");
    }),
  );

  test(
    "a pipe in a file's place is told, not waited for",
    withScratch(async (scratch) => {
      await makeSession(scratch.open(), scratch.workspace, ID, ["one"]);
      for (const ending of [".journal.jsonl", ".json", ".workflow.json"]) {
        const path = join(scratch.sessions, ID + ending);
        renameSync(path, `${path}.aside`);
        execFileSync("mkfifo", [path]);
        const error = await scratch.open().load(ID).then(() => undefined, (error) => error);
        assert.instance(error, SessionCorruptedError);
        assert.is(error.data.file, path);
        assert.is((await scratch.open().list(scratch.workspace))[0].status, "corrupt");
        rmSync(path);
        renameSync(`${path}.aside`, path);
      }
    }),
  );
}

test(
  "git and search tools ignore the folder",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, []);
    for (const name of [".gitignore", ".ignore"]) {
      assert.is(readFileSync(join(scratch.workspace, ".skill-workflow", name), "utf8"), "*\n", name);
    }
  }),
);

test(
  "files that aren't sessions are no sessions",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, []);
    const names = [
      ".DS_Store",
      "notes.txt",
      "a b.json",
      "x.y.json",
      `${ID}.json.tmp`,
      `${ID}.journal.jsonl.bak`,
      ".hidden.json",
      "-.json",
    ];
    for (const name of names) writeFileSync(join(scratch.sessions, name), "{}");
    assert.equal((await scratch.open().list(scratch.workspace)).map((one) => one.id), [ID]);
    assert.equal(await scratch.open().resolve("", scratch.workspace), [ID]);
  }),
);

test(
  "an id never leads out of the folder",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, []);
    const before = filesBelow(scratch.folder);
    for (
      const id of [`../sessions/${ID}`, `./${ID}`, `${ID}/`, "..", "", "a\0b", "a/b", "a\\b", `${ID}.json`, "con:", "é"]
    ) {
      const error = await scratch.open().load(id).then(() => undefined, (error) => error);
      assert.instance(error, SessionNotFoundError, id);
      const first = { ...sampleStart(ID), id };
      await scratch.open().create(scratch.workspace, first, start(sampleWorkflow, first)).then(
        () => assert.unreachable(),
        (error) => assert.match(error.message, "can't be the id"),
      );
    }
    assert.equal(filesBelow(scratch.folder), before);
  }),
);

test.run();
