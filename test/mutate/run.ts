/**
 * Changes the code in small ways, one at a time, and asks whether a test notices:
 * `npm run mutate -- <folder> [count] [seed]`. Of all changes `count` (150) are drawn by the seed (1). Asked are the tests
 * of the whole repository that reach the changed place and start no process. The tree isn't touched.
 * @module
 */

import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { findTests } from "../gate/find_tests.ts";
import { root } from "../gate/runtimes.ts";
import { bundleTests, pureTests } from "./bundle_tests.ts";
import { type Change, readEquivalents } from "./equivalents.ts";
import { findMutants } from "./find_mutants.ts";
import type { Numbered } from "./instrument.ts";
import { Runner } from "./run_worker.ts";
import type { Done, Task } from "./worker.ts";

/** For one test; with a mutant it may take a few times as long as without. */
const LIMIT_MS = 60_000;
const MUTANT_LIMIT_MS = 3_000;

type Located = Numbered & Change;

const [folder = "lib/session", count = "150", seed = "1"] = process.argv.slice(2);
const began = performance.now();
// Below the tree, so that bundles find the packages; not in it.
const outdir = join(root, "node_modules", `.mutate-${process.pid}`);
mkdirSync(outdir, { recursive: true });
try {
  await main();
} finally {
  rmSync(outdir, { recursive: true });
}

async function main(): Promise<void> {
  const all = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts")).sort()
    .map((name) => `${folder}/${name}`)
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const lines = text.split("\n");
      return findMutants(text).map((mutant) => ({ file, source: lines[mutant.line - 1]!, ...mutant }));
    });
  const drawn: Located[] = draw(all, Number(count), Number(seed)).map((mutant, i) => ({ id: i + 1, ...mutant }));
  const excused = readEquivalents();
  const excusable = drawn.filter((mutant) => excused.has(mutant));
  const mutants = drawn.filter((mutant) => !excusable.includes(mutant));

  const files = await pureTests(findTests(root, []), folder);
  const byFile = new Map(mutants.map(({ file }) => [file, mutants.filter((mutant) => mutant.file === file)]));
  const addresses = await bundleTests(files, byFile, outdir);
  const runner = new Runner(join(outdir, "test", "mutate", "worker.mjs"));
  const reaching = await findReaching(addresses, runner);

  let killed = 0;
  for (const mutant of mutants) {
    const tests = reaching.get(mutant.id) ?? [];
    if (await isNoticed(mutant.id, tests, runner)) killed++;
    else report(mutant, tests.length);
  }
  await runner.end();
  const score = (100 * killed / mutants.length).toFixed(1);
  const apart = excusable.length > 0 ? `, ${excusable.length} more have no effect (test/mutate/equivalents.txt)` : "";
  console.log(
    `${folder}: ${killed} of ${mutants.length} noticed, ${score} per cent${apart}; ` +
      `drawn from ${all.length} by seed ${seed}, in ${seconds()} s`,
  );
}

/** The tests that come by each mutant's place, and pass. */
async function findReaching(addresses: ReadonlyMap<string, string>, runner: Runner): Promise<Map<number, Done[]>> {
  const reaching = new Map<number, Done[]>();
  let tests = 0;
  for (const [name, file] of addresses) {
    await runner.run({ active: 0, runs: [{ file }] }, LIMIT_MS, (done) => {
      tests++;
      if (done.fault !== undefined) return console.log(`left out ${name} ${done.name}: ${done.fault}`);
      for (const id of new Set([...done.atLoad, ...done.reached])) {
        reaching.set(id, [...reaching.get(id) ?? [], done]);
      }
    });
    await runner.end(); // each file loads the code anew, and shows what that reaches
  }
  console.log(`${tests} tests of ${addresses.size} files, after ${seconds()} s`);
  return reaching;
}

/**
 * Whether a test fails with the mutant. One worker does for many, if nothing of one mutant can stay behind for the next:
 * a failure counts when the test passes again without the mutant, a success when each test came by the mutant's place.
 */
async function isNoticed(id: number, tests: readonly Done[], runner: Runner): Promise<boolean> {
  const task: Task = { active: id, runs: inOrder(tests) };
  const limit = MUTANT_LIMIT_MS + 3 * Math.max(0, ...tests.map(({ ms }) => ms));
  const ask = async () => {
    const answers: Done[] = [];
    await runner.run(task, limit, (done) => answers.push(done));
    return answers;
  };
  if (!tests.some(({ atLoad }) => atLoad.includes(id))) {
    const answers = await ask();
    const failed = answers.find(({ fault }) => fault !== undefined);
    if (failed && !failed.spoilt) return true;
    if (!failed && answers.every(({ reached }) => reached.includes(id))) return false;
  }
  await runner.end();
  const answers = await ask();
  await runner.end();
  return answers.some(({ fault }) => fault !== undefined);
}

/** By file, the quickest file first: loading one takes longer than most of its tests. */
function inOrder(tests: readonly Done[]): Task["runs"] {
  const files = [...new Set(tests.map(({ file }) => file))].map((file) => {
    const own = tests.filter((test) => test.file === file).sort((a, b) => a.ms - b.ms);
    const near = file.includes(`/test/${folder.split("/")[1]}/`) ? 0 : 1;
    return { file, near, ms: own.reduce((sum, { ms }) => sum + ms, 0), tests: own.map(({ test }) => test) };
  });
  return files.sort((a, b) => a.near - b.near || a.ms - b.ms);
}

function report({ file, line, source, before, after }: Located, tests: number): void {
  const reach = tests === 0 ? "no test reaches it" : `${tests} ${tests === 1 ? "test reaches" : "tests reach"} it`;
  const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 200);
  console.log(`survived ${file}:${line}, ${reach}\n  ${source.trim()}\n  - ${short(before)}\n  + ${short(after)}`);
}

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(0);
}

/** So many of a list, in its order, by a seed. */
function draw<T>(list: T[], wanted: number, seed: number): T[] {
  let state = seed;
  const next = () => (state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0) >>> 0;
  const keyed = list.map((item, at) => ({ item, at, key: next() }));
  return keyed.sort((a, b) => a.key - b.key).slice(0, wanted).sort((a, b) => a.at - b.at).map(({ item }) => item);
}
