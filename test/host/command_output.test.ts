import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { collectOutput } from "../../lib/host/command_output.ts";
import { posix } from "./processes.ts";
import { scratch } from "./scratch.ts";

const KIB = 1024;
const bytes = (text: string) => new TextEncoder().encode(text);

/** Feeds a text in chunks of some length. */
function collect(data: Uint8Array, chunk: number, file?: string) {
  const collector = collectOutput(file);
  for (let at = 0; at < data.length; at += chunk) collector.add(data.subarray(at, at + chunk));
  return collector.finish();
}

for (const length of [0, 1, 32 * KIB - 1, 32 * KIB, 32 * KIB + 1, 64 * KIB - 1, 64 * KIB]) {
  for (const chunk of [1 * KIB, 30 * KIB, 100 * KIB]) {
    test(`${length} bytes in chunks of ${chunk} are kept whole, without a file`, () => {
      const file = join(scratch(), "output");
      const text = "0123456789abcdef".repeat(length / 16 + 1).slice(0, length);
      assert.equal(collect(bytes(text), chunk, file), { text, bytes: length });
      assert.is(existsSync(file), false);
    });
  }
}

for (const length of [64 * KIB + 1, 97 * KIB, 129 * KIB + 5, 1_000 * KIB]) {
  for (const chunk of [7, 1 * KIB, 30 * KIB, 33 * KIB, 200 * KIB, 2_000 * KIB]) {
    test(`${length} bytes in chunks of ${chunk} keep their head and tail, and a file has all`, () => {
      const file = join(scratch(), "folder", "output");
      const text = Array.from({ length: length / 8 + 1 }, (_, i) => `${i}`.padStart(7, "0") + "\n").join("").slice(
        0,
        length,
      );
      const collected = collect(bytes(text), chunk, file);
      const [head, tail] = collected.text.split(/\n\[\d+ bytes left out here; all of it is in [^\n]+\]\n/);
      assert.is(head, text.slice(0, 32 * KIB));
      assert.is(tail, text.slice(-32 * KIB));
      assert.ok(collected.text.includes(`\n[${length - 64 * KIB} bytes left out here; all of it is in ${file}]\n`));
      assert.is(collected.bytes, length);
      assert.is(collected.file, file);
      assert.is(readFileSync(file, "utf8"), text);
      if (posix) assert.is(statSync(file).mode & 0o777, 0o600);
    });
  }
}

test("without a file the middle is lost, and the text says no file", () => {
  const collected = collect(bytes("x".repeat(100 * KIB)), 1 * KIB);
  assert.is(collected.file, undefined);
  assert.match(collected.text, `\n[${36 * KIB} bytes left out here]\n`);
});

test("a file that can't be written costs nothing but the middle", () => {
  const folder = scratch({ taken: "" });
  const collected = collect(bytes("x".repeat(100 * KIB)), 1 * KIB, join(folder, "taken", "output"));
  assert.is(collected.file, undefined);
  assert.is(collected.bytes, 100 * KIB);
});

test("no character is cut in two", () => {
  for (const character of ["é", "€", "😀"]) {
    for (const shift of [0, 1, 2, 3]) {
      const text = "x".repeat(shift) + character.repeat(50 * KIB);
      const collected = collect(bytes(text), 1000, join(scratch(), "output"));
      assert.is(collected.text.includes("\uFFFD"), false, `${character} shifted by ${shift}`);
    }
  }
});

test("bytes that are no text become replacement characters, and so do NULs", () => {
  assert.is(collect(Uint8Array.of(0x61, 0xff, 0xfe, 0x00, 0x62, 0xc3), 1).text, "a\uFFFD\uFFFD\uFFFDb\uFFFD");
  assert.is(collect(bytes("\uFEFFa"), 2).text, "\uFEFFa");
});

test.run();
