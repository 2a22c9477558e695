// Named after faults that were seen in public: a record that was cut in half, and writers at the same time.
import { appendFileSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionBusyError, SessionCorruptedError, StaleInputError } from "../../lib/error.ts";
import { replaySession } from "../../lib/host/replay_session.ts";
import { delivery, sampleStart, sampleWorkflow } from "../../lib/host/store/suite_tools.ts";
import { start, step } from "../../lib/session/mod.ts";
import { fakeProcesses } from "./fake_processes.ts";
import { filesBelow, makeSession, withScratch } from "./scratch.ts";

const test = suite("cases");
const ID = "wf_sample_0000000a";

test(
  "19-record-cut-in-half: every file at half its length",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, ["red", "green"]);
    for (const [name, bytes] of filesBelow(scratch.sessions)) {
      truncateSync(join(scratch.sessions, name), bytes.length >> 1);
    }
    const cut = filesBelow(scratch.sessions);

    const [listed, ...others] = await scratch.open().list(scratch.workspace);
    assert.equal([listed.id, listed.status, others.length], [ID, "corrupt", 0]);
    assert.match(listed.problem!, /line \d+ of .*wf_sample_0000000a\.json/);

    const store = scratch.open();
    for (const call of [() => store.load(ID), () => store.update(ID, () => null), () => store.journal(ID)]) {
      const error = await call().then(() => undefined, (error) => error);
      assert.instance(error, SessionCorruptedError);
      assert.match(error.message, `skill-workflow sessions salvage ${ID}`);
    }
    const again = sampleStart(ID);
    await scratch.open().create(scratch.workspace, again, start(sampleWorkflow, again)).then(
      () => assert.unreachable(),
      (error) => assert.match(error.message, "already"),
    );
    await makeSession(scratch.open(), scratch.workspace, "wf_sample_0000000b", ["red"]);
    for (const [name, bytes] of cut) assert.equal(filesBelow(scratch.sessions).get(name), bytes, name);
  }),
);

test(
  "19-record-cut-in-half: half a line that was never confirmed",
  withScratch(async (scratch) => {
    const states = await makeSession(scratch.open(), scratch.workspace, ID, ["red"]);
    const journal = join(scratch.sessions, `${ID}.journal.jsonl`);
    const [, second] = readFileSync(journal, "utf8").split("\n");
    const half = second.slice(0, second.length >> 1);
    appendFileSync(journal, half);
    const before = filesBelow(scratch.sessions);

    const loaded = await scratch.open().load(ID);
    assert.equal(loaded.state, states[1]);
    assert.match(loaded.notices.join(), `The last ${half.length} bytes`);
    assert.is((await scratch.open().journal(ID)).length, 2);
    assert.equal([(await scratch.open().list(scratch.workspace))[0].revision], [2]);
    assert.equal(filesBelow(scratch.sessions), before, "reading cuts nothing off");

    const store = scratch.open();
    const input = delivery("green");
    const updated = await store.update(ID, ({ state }) => ({ input, state: step(state, input) }));
    assert.match(updated.notices.join(), "it was cut off");
    const { state, notices } = await scratch.open().load(ID);
    assert.equal([state.revision, notices], [3, []]);
    assert.is((await replaySession(store, ID, { start, step })).matches, true);
  }),
);

test(
  "half a line of a writer that is still at it is no news",
  withScratch(async (scratch) => {
    const processes = fakeProcesses();
    const states = await makeSession(scratch.open(), scratch.workspace, ID, ["red"]);
    const writer = scratch.open({ processes: processes.add() });
    const reader = scratch.open({ processes: processes.add() });
    await writer.update(ID, () => {
      appendFileSync(join(scratch.sessions, `${ID}.journal.jsonl`), '{"format":1,');
      reader.load(ID).then((loaded) => seen.push(loaded.state, loaded.notices), (error) => seen.push(error));
      return null;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(seen, [states[1], []]);
  }),
);
const seen: unknown[] = [];

test(
  "20-five-writers: each by its turn, again where another was first",
  withScratch(async (scratch) => {
    const processes = fakeProcesses();
    const first = sampleStart(ID);
    await scratch.open().create(scratch.workspace, first, start(sampleWorkflow, first));
    const writers = [1, 2, 3, 4, 5].map((k) => ({ k, store: scratch.open({ processes: processes.add() }) }));
    await Promise.all(writers.map(async ({ k, store }) => {
      for (let n = 1; n <= 10;) {
        const { turn } = (await store.load(ID)).state;
        const input = { ...delivery(`${k}-${String(n).padStart(2, "0")}`), turn };
        try {
          await store.update(ID, ({ state }) => ({ input, state: step(state, input) }));
          n++;
        } catch (error) {
          if (!(error instanceof StaleInputError || error instanceof SessionBusyError)) throw error;
        }
      }
    }));
    const entries = await scratch.open().journal(ID);
    const texts = entries.slice(1).map(({ input }) => input.type === "deliver" ? String(input.output) : "");
    assert.is(new Set(texts).size, 50);
    for (const { k } of writers) {
      const own = texts.filter((text) => text.startsWith(`${k}-`));
      assert.equal(own, own.toSorted(), `writer ${k}`);
    }
    assert.is((await replaySession(scratch.open(), ID, { start, step })).matches, true);
    assert.equal([...filesBelow(scratch.sessions).keys()], [
      `${ID}.journal.jsonl`,
      `${ID}.json`,
      `${ID}.workflow.json`,
    ]);
  }),
);

test.run();
