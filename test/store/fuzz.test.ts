// Journals, snapshots and definitions that somebody made up: whatever is in them, a session loads or is told to be damaged.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SessionCorruptedError } from "../../lib/error.ts";
import { seal, unseal } from "../../lib/host/store/sealed_line.ts";
import { isJsonObject, type Json, type JsonObject } from "../../lib/json.ts";
import { seeded } from "../harness/random.ts";
import { walk, WALK_ID } from "../harness/walk.ts";
import { filesBelow, restore, withScratch } from "./scratch.ts";

const test = suite("made-up files");
const ROUNDS = Number(process.env.ROUNDS ?? 120);

const STRANGE: Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  9007199254740993,
  "",
  "\ud800",
  "__proto__",
  "../../../../etc/passwd",
  "x".repeat(5000),
  [],
  {},
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  JSON.parse("[".repeat(900) + "]".repeat(900)),
];

/** Replaces a random value somewhere inside, takes it out, or puts one in. */
function mutate(value: Json, random: () => number): Json {
  const strange = STRANGE[Math.floor(random() * STRANGE.length)];
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random() < 0.1) return strange;
  const key = keys[Math.floor(random() * keys.length)];
  const copy = structuredClone(value) as JsonObject & Json[];
  if (random() < 0.15) delete copy[key];
  else if (random() < 0.1 && isJsonObject(copy)) Object.assign(copy, { [`${key}x`]: strange });
  else copy[key] = mutate(copy[key], random);
  return copy;
}

function remade(text: string, random: () => number): string {
  const lines = text.split("\n");
  const at = Math.floor(random() * (lines.length - 1));
  if (random() < 0.3) {
    const line = lines[at];
    const place = Math.floor(random() * line.length);
    lines[at] = line.slice(0, place) + String.fromCharCode(random() * 0x300) +
      line.slice(place + Math.floor(random() * 3));
  } else {
    const read = unseal(lines[at].trimEnd());
    if (!("value" in read)) throw new Error(read.problem);
    const mutated = mutate(read.value, random);
    // The checksum is right: only what is in the line can give it away.
    lines[at] = isJsonObject(mutated) ? seal(mutated) : JSON.stringify(mutated);
    if (lines.length === 3 && at === 0) lines[at] = lines[at].padEnd(1023);
  }
  return lines.join("\n");
}

test(
  "load or are told",
  withScratch(async (scratch) => {
    await walk(scratch.open(), scratch.workspace, 44, () => {});
    const files = filesBelow(scratch.sessions);
    const names = [".journal.jsonl", ".json", ".workflow.json"].map((ending) => WALK_ID + ending);
    const outcomes = { whole: 0, told: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const random = seeded(round);
      const name = names[Math.floor(random() * names.length)];
      restore(scratch.sessions, files);
      writeFileSync(join(scratch.sessions, name), remade(new TextDecoder().decode(files.get(name)), random));
      // Without its snapshot every line is looked at.
      if (name !== names[1] && random() < 0.5) rmSync(join(scratch.sessions, names[1]));
      const store = scratch.open({ sleep: () => Promise.resolve() });
      const began = performance.now();
      for (
        const ask of [() => store.list(scratch.workspace), () => store.load(WALK_ID), () => store.salvage(WALK_ID)]
      ) {
        const outcome = await ask().catch((error) => error);
        if (outcome instanceof Error && !(outcome instanceof SessionCorruptedError)) {
          throw new Error(`Round ${round}, ${name}`, { cause: outcome });
        }
        outcomes[outcome instanceof Error ? "told" : "whole"]++;
      }
      assert.ok(performance.now() - began < 5000, `round ${round} took too long`);
    }
    assert.not("polluted" in {});
    assert.ok(outcomes.told > ROUNDS && outcomes.whole > ROUNDS / 4, JSON.stringify(outcomes));
  }),
);

test.run();
