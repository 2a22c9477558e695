import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionCorruptedError } from "../../lib/error.ts";
import type { FileStore, Salvage } from "../../lib/host/file_store.ts";
import { replaySession } from "../../lib/host/replay_session.ts";
import { FORMAT } from "../../lib/host/store/format.ts";
import { seal, unseal } from "../../lib/host/store/sealed_line.ts";
import { deliverTo, sampleWorkflow } from "../../lib/host/store/suite_tools.ts";
import { start, step } from "../../lib/session/mod.ts";
import type { SessionState } from "../../lib/session/state.ts";
import { filesBelow, makeSession, restore, type Scratch, withScratch } from "./scratch.ts";

const test = suite("damage");
const ID = "wf_sample_0000000a";
const OTHER = "wf_sample_0000000b";
const JOURNAL = `${ID}.journal.jsonl`;
const SNAPSHOT = `${ID}.json`;
const DEFINITION = `${ID}.workflow.json`;
const LINE_END = 0x0a;

/** A session of six lines, one of which has its output apart, with its files and its states. */
async function small(scratch: Scratch): Promise<{ files: Map<string, Uint8Array>; states: SessionState[] }> {
  const states = await makeSession(scratch.open(), scratch.workspace, ID, [
    "one",
    "two",
    "x".repeat(5000),
    { four: 4 },
    "five",
  ]);
  return { files: filesBelow(scratch.sessions), states };
}

/** Every byte around the line ends, and between them one in eleven (all of them with `THOROUGH` in the environment). */
function places(bytes: Uint8Array): number[] {
  const ends = new Set([0, bytes.length]);
  bytes.forEach((byte, at) => byte === LINE_END && ends.add(at));
  const near = (at: number) => [...ends].some((end) => Math.abs(end - at) < 4);
  return [...bytes.keys()].filter((at) => process.env.THOROUGH || at % 11 === 0 || near(at));
}

/** The line in which a byte stands. */
function lineAt(bytes: Uint8Array, at: number): number {
  return 1 + bytes.subarray(0, at).filter((byte) => byte === LINE_END).length;
}

async function corrupted(store: FileStore): Promise<SessionCorruptedError> {
  try {
    await store.load(ID);
  } catch (error) {
    if (error instanceof SessionCorruptedError) return error;
    throw error;
  }
  throw new Error("the damage went unnoticed");
}

/** Damages a file in some way, and expects to be told the file and the line, while nothing on disk changes. */
async function expectDamage(
  scratch: Scratch,
  name: string,
  bytes: Uint8Array,
  line: number,
  what: string,
): Promise<void> {
  const file = join(scratch.sessions, name);
  writeFileSync(file, bytes);
  const before = filesBelow(scratch.sessions);
  const error = await corrupted(scratch.open({ sleep: () => Promise.resolve() }));
  assert.is(error.data.file, file, what);
  assert.is(error.data.line, line, what);
  assert.is(error.data.salvage, `skill-workflow sessions salvage ${ID}`);
  for (const part of [file, `line ${line}`, String(error.data.salvage)]) assert.match(error.message, part);
  assert.not.match(error.message, "xxxx", "no content is shown");
  assert.equal(filesBelow(scratch.sessions), before, `${what}: nothing is written while loading`);
}

test(
  "a file cut off at any byte is told with its line",
  withScratch(async (scratch) => {
    const { files } = await small(scratch);
    for (const name of [JOURNAL, SNAPSHOT, DEFINITION]) {
      const bytes = files.get(name)!;
      for (const length of places(bytes)) {
        const what = `${name} cut at ${length} of ${bytes.length}`;
        await expectDamage(scratch, name, bytes.subarray(0, length), lineAt(bytes, length), what);
      }
      writeFileSync(join(scratch.sessions, name), bytes);
    }
  }),
);

test(
  "any changed byte is told with its line",
  withScratch(async (scratch) => {
    const { files } = await small(scratch);
    for (const name of files.keys()) {
      const bytes = files.get(name)!;
      for (const at of places(bytes)) {
        await expectDamage(
          scratch,
          name,
          flipped(bytes, at),
          lineAt(bytes, at),
          `${name} changed at ${at} of ${bytes.length}`,
        );
      }
      writeFileSync(join(scratch.sessions, name), bytes);
    }
  }),
);

test(
  "a line before the snapshot is looked at too",
  withScratch(async (scratch) => {
    await makeSession(scratch.open(), scratch.workspace, ID, Array.from({ length: 40 }, (_, i) => `output ${i}`));
    const bytes = filesBelow(scratch.sessions).get(JOURNAL)!;
    for (let at = 0; at < bytes.length; at += 101) {
      await expectDamage(scratch, JOURNAL, flipped(bytes, at), lineAt(bytes, at), `changed at ${at}`);
      await expectDamage(scratch, JOURNAL, bytes.subarray(0, at), lineAt(bytes, at), `cut at ${at}`);
    }
  }),
);

test(
  "a missing file is told, and only a missing snapshot is made good",
  withScratch(async (scratch) => {
    const { files, states } = await small(scratch);
    const blob = [...files.keys()].find((name) => name.includes("/"))!;
    for (const name of [JOURNAL, DEFINITION, blob]) {
      rmSync(join(scratch.sessions, name));
      const error = await corrupted(scratch.open());
      assert.is(error.data.file, join(scratch.sessions, name));
      assert.match(error.message, "missing");
      restore(scratch.sessions, files);
    }
    rmSync(join(scratch.sessions, SNAPSHOT));
    const store = scratch.open();
    assert.equal((await store.load(ID)).state, states[5]);
    await deliverTo(store, ID, "six");
    assert.is(filesBelow(scratch.sessions).has(SNAPSHOT), true);
  }),
);

test(
  "a file of another session is told",
  withScratch(async (scratch) => {
    const { files } = await small(scratch);
    await makeSession(scratch.open(), scratch.workspace, OTHER, ["one", "two", "three", { four: 4 }, "five"]);
    const all = filesBelow(scratch.sessions);
    for (const name of [JOURNAL, SNAPSHOT, DEFINITION]) {
      const foreign = all.get(name.replace(ID, OTHER))!;
      await expectDamage(scratch, name, foreign, 1, `${name} of ${OTHER}`);
      restore(scratch.sessions, files);
    }
  }),
);

test(
  "lines that are missing, doubled, swapped or foreign are told",
  withScratch(async (scratch) => {
    const { files } = await small(scratch);
    const lines = new TextDecoder().decode(files.get(JOURNAL)).trimEnd().split("\n");
    await makeSession(scratch.open(), scratch.workspace, OTHER, ["one", "two", "three"]);
    const foreign = new TextDecoder().decode(filesBelow(scratch.sessions).get(`${OTHER}.journal.jsonl`)).split("\n");
    const table: [what: string, lines: string[], line: number][] = [
      ["the first is missing", lines.slice(1), 1],
      ["one in the middle is missing", lines.toSpliced(2, 1), 3],
      ["the last is missing", lines.slice(0, -1), 6],
      ["one is there twice", lines.toSpliced(2, 0, lines[2]), 4],
      ["two are swapped", lines.toSpliced(2, 2, lines[3], lines[2]), 3],
      ["one is another session's", lines.toSpliced(2, 1, foreign[2]), 3],
      ["the first is another session's", lines.toSpliced(0, 1, foreign[0]), 1],
      ["an empty one", lines.toSpliced(3, 0, ""), 4],
      ["another JSON", lines.toSpliced(3, 1, "[1, 2]"), 4],
    ];
    for (const [what, changed, line] of table) {
      await expectDamage(scratch, JOURNAL, new TextEncoder().encode(`${changed.join("\n")}\n`), line, what);
    }
  }),
);

test(
  "a line that was written with a right checksum, but not by us, is told",
  withScratch(async (scratch) => {
    const { files } = await small(scratch);
    const lines = new TextDecoder().decode(files.get(JOURNAL)).trimEnd().split("\n");
    const read = unseal(lines[2]);
    if (!("value" in read)) throw new Error("the line can't be read");
    const table: [what: string, change: Record<string, unknown>][] = [
      ["another digest", { digest: "0".repeat(64) }],
      ["another input", { input: { type: "pause", at: "2026-01-01T00:00:00Z", door: "cli" } }],
      ["an input that can't be applied", { input: { type: "resume", at: "2026-01-01T00:00:00Z", door: "cli" } }],
      ["an input of no known type", { input: { type: "explode" } }],
      ["an input without a type", { input: { output: 1 } }],
      ["no input", { input: null }],
      ["a second start", { input: { type: "start", start: { id: ID, at: "" } } }],
      ["a later format", { format: FORMAT + 1 }],
      ["an unknown older format", { format: 0 }],
      ["no format", { format: "1" }],
      ["a large value that isn't there", { large: [{ path: ["output"], digest: "0".repeat(64) }] }],
      ["large values that aren't any", { large: [{ path: [], digest: "x" }] }],
      ["deep nesting", { input: { ...read.value.input as object, output: nested(1000) } }],
    ];
    for (const [what, change] of table) {
      const line = seal({ ...read.value, ...change } as typeof read.value);
      const bytes = new TextEncoder().encode(`${lines.toSpliced(2, 1, line).join("\n")}\n`);
      await expectDamage(scratch, JOURNAL, bytes, 3, what);
    }
  }),
);

test(
  "a journal older than its snapshot is told, a snapshot older than its journal is not",
  withScratch(async (scratch) => {
    const store = scratch.open();
    const states = await makeSession(store, scratch.workspace, ID, Array.from({ length: 35 }, (_, i) => i));
    const before = filesBelow(scratch.sessions);
    for (let i = 0; i < 40; i++) states.push(await deliverTo(store, ID, `later ${i}`));
    const after = filesBelow(scratch.sessions);
    await expectDamage(scratch, JOURNAL, before.get(JOURNAL)!, 37, "an older journal");
    writeFileSync(join(scratch.sessions, JOURNAL), after.get(JOURNAL)!);
    writeFileSync(join(scratch.sessions, SNAPSHOT), before.get(SNAPSHOT)!);
    assert.equal((await scratch.open().load(ID)).state, states.at(-1));
  }),
);

test(
  "something else than a file is told, and isn't followed or waited for",
  withScratch(async (scratch) => {
    const { files } = await small(scratch);
    for (const name of [JOURNAL, SNAPSHOT, DEFINITION]) {
      const path = join(scratch.sessions, name);
      renameSync(path, `${path}.moved`);
      mkdirSync(path);
      assert.is((await corrupted(scratch.open())).data.file, path);
      restore(scratch.sessions, files);
    }
  }),
);

test(
  "salvage recovers the longest valid prefix and says what is lost",
  withScratch(async (scratch) => {
    const { files, states } = await small(scratch);
    const journal = files.get(JOURNAL)!;
    for (let at = 0; at < journal.length; at += 13) {
      for (const bytes of [journal.subarray(0, at), flipped(journal, at)]) {
        restore(scratch.sessions, files);
        writeFileSync(join(scratch.sessions, JOURNAL), bytes);
        const damaged = lineAt(journal, at);
        const store = scratch.open();
        const salvage: Salvage | Error = await store.salvage(ID).catch((error) => error);
        if (salvage instanceof Error) {
          assert.instance(salvage, SessionCorruptedError);
          assert.is(damaged, 1, "without a start there's nothing to recover");
          assert.equal(filesBelow(scratch.sessions).get(JOURNAL), bytes.slice(), "nothing was changed");
          continue;
        }
        // A line that leads to a state which a later digest confirms is kept, though its checksum is wrong.
        const kept = salvage.revision >= damaged;
        assert.is(salvage.doubtful[0], kept ? damaged : undefined);
        const last = !kept ? damaged - 1 : bytes.length < journal.length ? damaged : 6;
        assert.is(salvage.revision, last, `damage at ${at}`);
        assert.equal(salvage.lost.map((line) => line.revision), range(last + 1, 6));
        assert.equal(filesBelow(salvage.kept!).get("journal.jsonl"), bytes.slice(), "the old journal is kept");
        const { state } = await scratch.open().load(ID);
        assert.equal(state, states[salvage.revision - 1]);
        assert.is((await replaySession(store, ID, { start, step })).matches, true);
        await deliverTo(store, ID, "goes on");
        assert.is((await scratch.open().load(ID)).state.revision, salvage.revision + 1);
      }
    }
  }),
);

test(
  "a damaged snapshot costs nothing, a damaged definition the skill as it was",
  withScratch(async (scratch) => {
    const { files, states } = await small(scratch);
    writeFileSync(join(scratch.sessions, SNAPSHOT), flipped(files.get(SNAPSHOT)!, 1500));
    const salvage = await scratch.open().salvage(ID);
    assert.is(salvage.revision, 6);
    assert.equal(salvage.lost, []);
    assert.equal((await scratch.open().load(ID)).state, states[5]);

    writeFileSync(join(scratch.sessions, DEFINITION), "{}");
    const before = filesBelow(scratch.sessions);
    await scratch.open().salvage(ID).then(() => assert.unreachable(), (error) => {
      assert.instance(error, SessionCorruptedError);
      assert.match(error.message, "Salvage needs the skill as it was at the start");
    });
    await scratch.open().salvage(ID, { ...sampleWorkflow, digest: "another" }).then(
      () => assert.unreachable(),
      (error) => assert.instance(error, SessionCorruptedError),
    );
    assert.equal(filesBelow(scratch.sessions), before, "nothing was changed");
    assert.is((await scratch.open().salvage(ID, sampleWorkflow)).revision, 6);
    assert.equal((await scratch.open().load(ID)).state, states[5]);
  }),
);

test(
  "salvage leaves a whole session alone",
  withScratch(async (scratch) => {
    const { files } = await small(scratch);
    assert.equal(await scratch.open().salvage(ID), { id: ID, revision: 6, lost: [], doubtful: [] });
    assert.equal(filesBelow(scratch.sessions), files);
  }),
);

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const changed = bytes.slice();
  changed[at] ^= 1;
  return changed;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

test.run();
