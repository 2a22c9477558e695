import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionCorruptedError } from "../../lib/error.ts";
import { replaySession } from "../../lib/host/replay_session.ts";
import { digestState } from "../../lib/host/state_digest.ts";
import { FORMAT, type Migration, MIGRATIONS } from "../../lib/host/store/format.ts";
import { seal, unseal } from "../../lib/host/store/sealed_line.ts";
import { deliverTo } from "../../lib/host/store/suite_tools.ts";
import type { JsonObject } from "../../lib/json.ts";
import { start, step } from "../../lib/session/mod.ts";
import { undisturbed, walk, WALK_ID } from "../harness/walk.ts";
import { filesBelow, makeSession, restore, type Scratch, withScratch } from "./scratch.ts";

const test = suite("formats");
const ID = "wf_sample_0000000a";
const frozen = join(import.meta.dirname!, "..", "fixtures", "sessions");

for (const folder of readdirSync(frozen)) {
  test(
    `${folder}: sessions that were written then load, and go on`,
    withScratch(async (scratch) => {
      restore(scratch.sessions, filesBelow(join(frozen, folder)));
      const store = scratch.open();
      assert.equal(await store.resolve("wf_", scratch.workspace), [WALK_ID]);
      const { state, notices } = await store.load(WALK_ID);
      assert.equal(notices, []);
      const wanted = undisturbed(50);
      assert.is(state.revision, 38);
      assert.equal(state.outputs, wanted[37].outputs);
      assert.equal((await store.journal(WALK_ID)).length, 38);
      await walk(store, scratch.workspace, 50, () => {});
      assert.is(digestState((await scratch.open().load(WALK_ID)).state), digestState(wanted[49]));
      assert.is((await replaySession(store, WALK_ID, { start, step })).matches, folder === `format-${FORMAT}`);
    }),
  );
}

test("every format up to now has frozen files and a way to the next", () => {
  const formats = Array.from({ length: FORMAT }, (_, i) => i + 1);
  assert.equal(readdirSync(frozen).sort(), formats.map((format) => `format-${format}`).sort());
  assert.equal([...MIGRATIONS.keys()], formats.slice(0, -1));
});

/** A format that never was: outputs were called `out`, and a state was made differently. */
const made: ReadonlyMap<number, Migration> = new Map([...MIGRATIONS, [0, {
  line: (line) => {
    const { out, ...input } = line.input as JsonObject;
    return { ...line, format: 1, input: out === undefined ? input : { ...input, output: out } };
  },
  definition: (definition) => ({ ...definition, format: 1 }),
}]]);

async function olderSession(scratch: Scratch): Promise<void> {
  await makeSession(scratch.open(), scratch.workspace, ID, ["one", "two", "three"]);
  for (const [name, bytes] of filesBelow(scratch.sessions)) {
    const lines = new TextDecoder().decode(bytes).trimEnd().split("\n").map((line) => older(line.trimEnd()));
    mkdirSync(join(scratch.sessions, name, ".."), { recursive: true });
    if (name === `${ID}.json`) {
      // The head tells how long the body is, and is as long as ever.
      const head = unseal(lines[0]);
      if ("value" in head) lines[0] = seal(withBody(head.value, lines[1].length + 1)).padEnd(1023);
    }
    writeFileSync(join(scratch.sessions, name), `${lines.join("\n")}\n`);
  }
}

function withBody(head: JsonObject, bytes: number): JsonObject {
  return { ...head, body: { ...head.body as JsonObject, bytes } };
}

function older(line: string): string {
  const read = unseal(line);
  if (!("value" in read)) throw new Error(read.problem);
  if (read.value.input === undefined) return seal({ ...read.value, format: 0 });
  const { output, ...input } = read.value.input as JsonObject;
  const older = output === undefined ? input : { ...input, out: output };
  return seal({ ...read.value, format: 0, input: older, digest: "0".repeat(64) });
}

test(
  "lines of an older format are migrated, their digests aren't compared, and new ones follow in the present format",
  withScratch(async (scratch) => {
    await olderSession(scratch);
    const open = () => scratch.open({ migrations: made });
    const store = open();
    assert.equal(await store.resolve(ID, scratch.workspace), [ID]);
    assert.equal((await store.load(ID)).state.outputs, { ping: "three", pong: "two" });
    await deliverTo(store, ID, "four");
    const text = new TextDecoder().decode(filesBelow(scratch.sessions).get(`${ID}.journal.jsonl`));
    assert.equal([...text.matchAll(/"format":(\d)/g)].map((match) => match[1]), ["0", "0", "0", "0", `${FORMAT}`]);
    assert.equal((await open().load(ID)).state.outputs, { ping: "three", pong: "four" });
    for (let i = 0; i < 40; i++) await deliverTo(store, ID, i);
    assert.is((await open().load(ID)).state.revision, 45);
    assert.is((await open().journal(ID)).length, 45);
  }),
);

test(
  "a format without a way to the present one is told, and so is a later one",
  withScratch(async (scratch) => {
    await olderSession(scratch);
    const told = await scratch.open().load(ID).then(() => undefined, (error) => error);
    assert.instance(told, SessionCorruptedError);
    assert.match(told.message, "is of format 0, which this version can't read any more");
  }),
);

test.run();
