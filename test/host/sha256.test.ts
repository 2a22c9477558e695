import { test } from "uvu";
import * as assert from "uvu/assert";
import { sha256 } from "../../lib/host/sha256.ts";

test("the published digests of nothing, of abc, and of text as UTF-8", () => {
  assert.is(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.is(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.is(sha256(new TextEncoder().encode("é")), sha256("é"));
});

test.run();
