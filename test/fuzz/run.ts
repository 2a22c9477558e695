/**
 * Fuzzes every reader for a while: `npm run fuzz -- 600` (seconds; 600 if left out). Ends with 1 at the first broken
 * promise and prints the target and the seed, which `fuzz.test.ts` can then be given.
 * @module
 */

import process from "node:process";
import { seeded } from "../harness/random.ts";
import { checkPrototypes, TARGETS } from "./targets.ts";

const seconds = Number(process.argv[2] ?? 600);
const until = performance.now() + seconds * 1000;
/** One round may take this long, in milliseconds, before it counts as a hang. */
const ROUND_MS = 10_000;
const memory = process.memoryUsage().rss;
const rounds: Record<string, number> = Object.fromEntries(Object.keys(TARGETS).map((name) => [name, 0]));

let seed = Math.floor(Date.now() % 1_000_000_000);
while (performance.now() < until) {
  for (const [name, target] of Object.entries(TARGETS)) {
    for (let i = 0; i < (name === "journal lines" ? 1 : 50); i++) {
      seed++;
      const began = performance.now();
      try {
        await target(seeded(seed));
        checkPrototypes();
        const took = performance.now() - began;
        if (took > ROUND_MS) throw new Error(`took ${Math.round(took)} ms`);
      } catch (error) {
        console.log(`${name}, seed ${seed}: ${error instanceof Error ? error.stack : error}`);
        process.exit(1);
      }
      rounds[name]++;
    }
  }
}
const grown = (process.memoryUsage().rss - memory) / 1_048_576;
console.log(
  `${Object.entries(rounds).map(([name, n]) => `${name} ${n}`).join(", ")} rounds in ${seconds} s, ${
    grown.toFixed(0)
  } MiB more memory`,
);
if (grown > 1024) process.exit(1);
