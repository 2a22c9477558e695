import { suite } from "uvu";
import * as assert from "uvu/assert";
import { StorageError } from "../../lib/error.ts";
import { type FileOps, nodeFiles } from "../../lib/host/store/file_ops.ts";
import { deliverTo, sampleStart, sampleWorkflow } from "../../lib/host/store/suite_tools.ts";
import { start, step } from "../../lib/session/mod.ts";
import { filesBelow, makeSession, withScratch } from "./scratch.ts";

const test = suite("a machine that refuses");
const ID = "wf_sample_0000000a";
const LARGE = "x".repeat(10_000);

/** Files of which one call fails: the `call`th that changes or syncs something. A write gets half of it done before. */
function failing(call: number, errno: string, only?: keyof FileOps): { files: FileOps; failed(): string | undefined } {
  let count = 0;
  let failed: string | undefined;
  const names = ["open", "write", "truncate", "sync", "rename", "unlink", "mkdir", "syncFolder"] as const;
  const wrapped = names.map((name) => [name, (...args: unknown[]) => {
    // deno-lint-ignore no-explicit-any -- every operation has its own arguments
    const operation = nodeFiles[name] as (...args: any[]) => unknown;
    if ((only && name !== only) || ++count !== call) return operation(...args);
    failed = name;
    if (name === "write") operation(args[0], args[1], args[2], (args[3] as number) >> 1, args[4]);
    throw Object.assign(new Error(`${errno}: made up`), { code: errno });
  }]);
  return { files: { ...nodeFiles, ...Object.fromEntries(wrapped) }, failed: () => failed };
}

for (const errno of ["ENOSPC", "EROFS", "EACCES", "EIO", "EDQUOT", "EMFILE"]) {
  test(
    `${errno} in any call of an advance`,
    withScratch(async (scratch) => {
      const states = await makeSession(scratch.open(), scratch.workspace, ID, Array.from({ length: 31 }, (_, i) => i));
      const seen = { rejected: 0, told: 0 };
      for (let call = 1;; call++) {
        const { files, failed } = failing(call, errno);
        const store = scratch.open({ files });
        const before = (await scratch.open().load(ID)).state;
        const outcome = await store.update(ID, ({ state }) => {
          const input = { type: "deliver", at: state.updated_at, door: "library", output: `${LARGE}${call}` } as const;
          return { input, state: step(state, input) };
        }).catch((error) => error);
        if (failed() === undefined) break;
        const { state, notices } = await scratch.open().load(ID);
        assert.equal(notices, [], "nothing is left to be mended");
        if (outcome instanceof Error) {
          seen.rejected++;
          if (!(outcome instanceof StorageError)) throw new Error(`${failed()} failed`, { cause: outcome });
          assert.is(outcome.data.errno, errno);
          assert.match(outcome.message, `"${outcome.data.path}"`);
          assert.is(outcome.message.split("\n").length, 2, "what went wrong, and what to do");
          assert.equal(state, before, `${failed()} failed: the session is as it was`);
        } else {
          seen.told += outcome.notices.length;
          assert.is(state.revision, before.revision + 1, `${failed()} failed after the input was stored`);
        }
        states.push(await deliverTo(store, ID, "goes on"));
        assert.equal((await scratch.open().load(ID)).state, states.at(-1));
      }
      assert.ok(seen.rejected > 8 && seen.told > 0, JSON.stringify(seen));
    }),
  );

  test(
    `${errno} in any call of a start`,
    withScratch(async (scratch) => {
      let rejected = 0;
      for (let call = 1;; call++) {
        const { files, failed } = failing(call, errno);
        const store = scratch.open({ files });
        const first = { ...sampleStart(`wf_sample_${call}`), input: LARGE };
        const outcome = await store.create(scratch.workspace, first, start(sampleWorkflow, first)).catch((error) =>
          error
        );
        if (failed() === undefined) break;
        const ids = await scratch.open().resolve(first.id, scratch.workspace);
        if (outcome instanceof Error) {
          rejected++;
          assert.instance(outcome, StorageError, `${failed()}: ${outcome.stack}`);
          assert.equal(ids, [], `${failed()} failed: there's no such session`);
          await store.create(scratch.workspace, first, start(sampleWorkflow, first));
        } else {
          assert.equal(ids, [first.id]);
        }
        await deliverTo(store, first.id, "goes on");
        assert.is((await scratch.open().load(first.id)).state.revision, 2);
      }
      assert.ok(rejected > 8, `${rejected}`);
      assert.is((await scratch.open().list()).some((one) => one.status === "corrupt"), false);
    }),
  );
}

test(
  "an append that can't be taken back is told as such",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, ["one"]);
    const refuse = () => {
      throw Object.assign(new Error("EIO: made up"), { code: "EIO" });
    };
    const store = scratch.open({ files: { ...nodeFiles, sync: refuse, truncate: refuse } });
    const error = await deliverTo(store, ID, "two").then(() => undefined, (error) => error);
    assert.instance(error, StorageError);
    assert.match(error.message, "couldn't be taken back");
  }),
);

test(
  "an index that can't be written is told, and keeps nobody from working",
  withScratch(async (scratch) => {
    const files: FileOps = {
      ...nodeFiles,
      mkdir: (path) => {
        if (path.startsWith(scratch.folder + "/config")) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
        nodeFiles.mkdir(path);
      },
    };
    const store = scratch.open({ files });
    await makeSession(store, scratch.workspace, ID, []);
    const { notices } = await store.load(ID);
    assert.is(notices.length, 1);
    assert.match(notices[0], "(EROFS)");
    assert.equal((await store.load(ID)).notices, [], "once");
    assert.equal(await scratch.open().resolve(ID), [], "another process needs the workspace");
    assert.equal(await scratch.open().resolve(ID, scratch.workspace), [ID]);
  }),
);

test(
  "a workspace that isn't there",
  withScratch(async (scratch) => {
    const first = sampleStart(ID);
    const error = await scratch.open().create(`${scratch.workspace}/nowhere`, first, start(sampleWorkflow, first))
      .catch((error) => error);
    assert.instance(error, StorageError);
    assert.is(error.data.errno, "ENOENT");
    assert.is(filesBelow(scratch.workspace).size, 0);
  }),
);

test.run();
