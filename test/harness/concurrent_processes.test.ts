import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { replaySession } from "../../lib/host/replay_session.ts";
import { start, step } from "../../lib/session/mod.ts";
import { filesBelow, makeSession, scratch } from "../store/scratch.ts";
import { confirmedBy, runWorker } from "./run_worker.ts";

const test = suite("concurrent processes");
// `npm run harness` does the whole of it.
const whole = process.env.HARNESS === "whole";
const PROCESSES = whole ? 8 : 4;

for (const [count, inputs] of whole ? [[1, 200], [50, 20]] as const : [[1, 8], [6, 2]] as const) {
  test(`${PROCESSES} processes with ${inputs} inputs each for ${count} sessions`, async () => {
    const made = scratch();
    try {
      const sessions = Array.from({ length: count }, (_, i) => `wf_sample_${1000 + i}`);
      for (const id of sessions) await makeSession(made.open(), made.workspace, id, []);
      const workers = await Promise.all(Array.from({ length: PROCESSES }, async (_, k) => {
        const deliver = { name: `w${k}`, sessions: [...sessions.slice(k), ...sessions.slice(0, k)], count: inputs };
        const task = { workspace: made.workspace, index: made.index, deliver };
        return confirmedBy(await runWorker(task, 1_200_000), task);
      }));
      if (whole) {
        const refused = workers.map((lines) => Number(lines.at(-1)!.split(" ")[1]));
        console.log(
          `${PROCESSES} processes, ${inputs} inputs each for each of ${count} sessions: ${
            PROCESSES * inputs * count
          } taken once, ${refused.reduce((sum, n) => sum + n, 0)} refused as stale or busy`,
        );
      }
      for (const lines of workers) assert.is(lines.length, count * inputs + 1, "every input was confirmed");
      const store = made.open();
      for (const id of sessions) {
        const entries = await store.journal(id);
        const texts = entries.slice(1).map(({ input }) => input.type === "deliver" ? String(input.output) : "");
        assert.is(texts.length, PROCESSES * inputs, `${id}: nothing but what was confirmed`);
        assert.is(new Set(texts).size, texts.length, `${id}: each once`);
        for (let k = 0; k < PROCESSES; k++) {
          const own = texts.filter((text) => text.startsWith(`w${k}-`));
          assert.equal(own, own.map((_, n) => `w${k}-${n}`), `${id}: the order of worker ${k}`);
        }
        assert.is((await replaySession(store, id, { start, step })).matches, true);
      }
      const left = [...filesBelow(made.sessions).keys()].filter((name) => !/\.(jsonl|json)$/.test(name));
      assert.equal(left, [], "nothing is left over");
    } finally {
      made.dispose();
    }
  });
}

test.run();
