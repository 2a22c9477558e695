/** The pictures are the ones that somebody has looked at; after a change `npx tsx test/draw/update_goldens.ts` writes them anew. */
import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { goldens } from "./goldens.ts";

for (const [path, drawn] of Object.entries(goldens())) {
  test(`${path} is up to date`, () => {
    const kept = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");
    assert.fixture(drawn, kept);
  });
}

test("the same workflow gives the same pictures", () => assert.equal(goldens(), goldens()));

test.run();
