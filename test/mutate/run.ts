/**
 * Changes the code in small ways, one at a time, and asks whether a test notices: `npm run mutate -- lib/session [count] [seed]`.
 * The tests of the folder (`test/<name>/`) are bundled with the change in memory and run in a process of their own; the
 * tree isn't touched. Of all changes `count` (40) are drawn by the seed (1).
 * @module
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { build } from "esbuild";
import { bundleOptions } from "../gate/bundle.ts";
import { root } from "../gate/runtimes.ts";
import { findMutants, type Mutant } from "./find_mutants.ts";

const LIMIT_MS = 120_000;
/** Where the bundle finds the tree around it, as the tests do. */
const OUTPUT = join(root, "test", "mutate", "out");

const [folder = "lib/session", count = "40", seed = "1"] = process.argv.slice(2);
const tests = `test/${folder.split("/").at(-1)}`;
const files = readdirSync(join(root, tests)).filter((name) => name.endsWith(".test.ts")).sort();

const all = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts")).sort()
  .map((name) => join(root, folder, name))
  .flatMap((path) => findMutants(readFileSync(path, "utf8")).map((mutant) => ({ path, ...mutant })));

const drawn = draw(all, Number(count), Number(seed));
mkdirSync(OUTPUT, { recursive: true });
try {
  if (await isNoticed()) throw new Error(`The tests of ${tests} fail without a change; they have to pass first`);
  let killed = 0;
  for (const mutant of drawn) {
    if (await isNoticed(mutant)) killed++;
    else {console.log(
        `survived ${relative(root, mutant.path)}:${mutant.line}\n  ${mutant.before}\n  ${mutant.after}`,
      );}
  }
  const score = (100 * killed / drawn.length).toFixed(1);
  console.log(
    `${folder}: ${killed} of ${drawn.length} killed, ${score} per cent (of ${all.length} there are, seed ${seed})`,
  );
} finally {
  rmSync(OUTPUT, { recursive: true });
}

async function isNoticed(mutant?: Mutant & { path: string }): Promise<boolean> {
  const outfile = join(OUTPUT, "tests.mjs");
  const plugins = [...bundleOptions.plugins ?? []];
  if (mutant) {
    plugins.unshift({
      name: "mutant",
      setup: (context) => {
        context.onLoad(
          { filter: /\.ts$/ },
          ({ path }) => path === mutant.path ? { contents: mutant.text, loader: "ts" } : undefined,
        );
      },
    });
  }
  try {
    await build({
      ...bundleOptions,
      plugins,
      splitting: false,
      packages: "external",
      ignoreAnnotations: true, // Our own package.json says that tests have no side effects
      alias: {},
      logLevel: "silent",
      stdin: { contents: files.map((name) => `import "./${tests}/${name}";`).join("\n"), resolveDir: root },
      outfile,
    });
  } catch {
    return true; // It isn't even a program
  }
  const { status, stdout } = spawnSync(process.execPath, [outfile], { cwd: root, timeout: LIMIT_MS, encoding: "utf8" });
  if (status === 0 && !/Total: +[1-9]/.test(stdout)) throw new Error(`No test of ${tests} ran:\n${stdout}`);
  return status !== 0;
}

/** So many of a list, in its order, by a seed. */
function draw<T>(list: T[], wanted: number, seed: number): T[] {
  let state = seed;
  const next = () => (state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0) >>> 0;
  const keyed = list.map((item, at) => ({ item, at, key: next() }));
  return keyed.sort((a, b) => a.key - b.key).slice(0, wanted).sort((a, b) => a.at - b.at).map(({ item }) => item);
}
