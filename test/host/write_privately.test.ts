import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { StorageError } from "../../lib/error.ts";
import { writePrivately } from "../../lib/host/write_privately.ts";
import { posix } from "./processes.ts";
import { scratch } from "./scratch.ts";

test("the file is there whole, for its owner only, with the folders that were missing", () => {
  const folder = scratch();
  const file = join(folder, "a", "b", "file.json");
  writePrivately(file, "old");
  writePrivately(file, "ü".repeat(100_000));
  assert.is(readFileSync(file, "utf8"), "ü".repeat(100_000));
  assert.equal(readdirSync(join(folder, "a", "b")), ["file.json"]);
  if (!posix) return;
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.is(statSync(join(folder, "a")).mode & 0o777, 0o700);
});

test("a refusal is typed, names the file, and leaves nothing behind", () => {
  const folder = scratch({ taken: "kept" });
  const file = join(folder, "taken", "file.json");
  assert.throws(() => writePrivately(file, "x"), (error: unknown) => {
    assert.instance(error, StorageError);
    assert.is((error as StorageError).data.path, file);
    assert.match((error as StorageError).message, JSON.stringify(file));
    return true;
  });
  assert.equal(readdirSync(folder), ["taken"]);
});

test.run();
