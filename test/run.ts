// The test runner: every test file on Node and on Deno, a process each. See CONTRIBUTING.md.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { BUNDLE_VARIABLE } from "./gate/bundle_variable.ts";
import { findTests } from "./gate/find_tests.ts";
import { planJobs } from "./gate/plan_jobs.ts";
import { createProgress } from "./gate/progress.ts";
import { type FileResult, runTestFile, runTestFiles } from "./gate/run_test_file.ts";
import { findDeno, findNode, root, type Runtime, underDeno } from "./gate/runtimes.ts";

const HELP = `Usage: test/run.ts [--node | --deno] [--limit seconds] [filter…]

Runs test/**/*.test.ts on both runtimes. A filter is a part of a path, or the path of a file.

  --node, --deno  on this runtime only
  --limit         seconds that one file may take, 120 if not given
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      node: { type: "boolean", default: false },
      deno: { type: "boolean", default: false },
      limit: { type: "string", default: "120" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const progress = createProgress();
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const limit = Number(values.limit) * 1000;
  if (!(limit > 0)) throw new Error(`--limit wants a number of seconds, got "${values.limit}"`);

  const files = findTests(root, positionals);
  const runtimes = await findRuntimes(values.node, values.deno, progress.print);
  const jobs = planJobs(files).flatMap((files) => runtimes.map((runtime) => ({ files, runtime })));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const began = performance.now();
  const workers = Math.max(2, os.availableParallelism());
  const all = files.length * runtimes.length;
  let next = 0;
  let done = 0;

  const judge = (runtime: Runtime, file: string, result: FileResult) => {
    done++;
    sum.passed += result.passed;
    sum.failed += result.failed;
    sum.skipped += result.skipped;
    if (result.failed === 0) return;
    const fault = result.fault === undefined ? "" : `\n${result.fault}`;
    progress.print(`\n✘ ${file} on ${runtime.name}${fault}\n${result.output.trimEnd()}\n`);
  };
  const work = async () => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
      const { files, runtime } = job;
      progress.show(`${done}/${all} ${runtime.name} ${files.join(" ")}`);
      const together = files.length > 1 ? await runTestFiles(runtime, files, root, limit) : undefined;
      for (const [i, file] of files.entries()) {
        judge(runtime, file, together?.[i] ?? await runTestFile(runtime, file, root, limit));
      }
    }
  };
  await withBundle(runtimes, () => Promise.all(Array.from({ length: workers }, work)));

  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const where = runtimes.map(({ name, version }) => `${name} ${version}`).join(" and ");
  progress.print(`${files.length} ${files.length === 1 ? "file" : "files"} on ${where} in ${seconds} s`);
  if (sum.skipped > 0) progress.print(`${sum.skipped} skipped`);
  progress.print(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

/**
 * On Node, tests start the program often: as a bundle it starts in a fraction of the time that its sources take. A runner
 * below this one uses the same bundle.
 */
async function withBundle(runtimes: Runtime[], work: () => Promise<unknown>): Promise<void> {
  if (!runtimes.some(({ name }) => name === "Node") || process.env[BUNDLE_VARIABLE] !== undefined) {
    return void await work();
  }
  const folder = mkdtempSync(join(os.tmpdir(), "skill-workflow-bundle-"));
  try {
    const { bundleProgram } = await import("./gate/bundle.ts");
    await bundleProgram(folder);
    writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`);
    process.env[BUNDLE_VARIABLE] = join(folder, "cli.js");
    await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Node is optional where Deno runs this; Deno never is, since npm brings it. */
async function findRuntimes(node: boolean, deno: boolean, print: (text: string) => void): Promise<Runtime[]> {
  const both = node === deno;
  const runtimes: Runtime[] = [];
  for (const find of [...(both || node ? [findNode] : []), ...(both || deno ? [findDeno] : [])]) {
    const found = await find();
    if ("runtime" in found) runtimes.push(found.runtime);
    else if (find === findNode && both && underDeno) print(`${found.missing}: the tests run on Deno only`);
    else throw new Error(found.missing);
  }
  return runtimes;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
