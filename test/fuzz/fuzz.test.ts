import { test } from "uvu";
import * as assert from "uvu/assert";
import { seeded } from "../harness/random.ts";
import { checkPrototypes, TARGETS } from "./targets.ts";

/** Rounds in CI; `npm run fuzz -- 600` goes on for ten minutes. */
const ROUNDS: Record<string, number> = { "journal lines": 25 };

for (const [name, target] of Object.entries(TARGETS)) {
  test(`${name}: damaged input gives a finding or a typed error, never a crash`, async () => {
    for (let seed = 1; seed <= (ROUNDS[name] ?? 300); seed++) {
      try {
        await target(seeded(seed));
      } catch (error) {
        assert.unreachable(`seed ${seed}: ${error instanceof Error ? error.stack : error}`);
      }
    }
    checkPrototypes();
  });
}

test.run();
