// The test runner: every test file on Node and on Deno, a process each. See CONTRIBUTING.md.
import os from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { findTests } from "./gate/find_tests.ts";
import { createProgress } from "./gate/progress.ts";
import { runTestFile } from "./gate/run_test_file.ts";
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
  const jobs = files.flatMap((file) => runtimes.map((runtime) => ({ file, runtime })));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const began = performance.now();
  const workers = Math.max(2, os.availableParallelism());
  let next = 0;
  let done = 0;

  await Promise.all(Array.from({ length: workers }, async () => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
      progress.show(`${done}/${jobs.length} ${job.runtime.name} ${job.file}`);
      const result = await runTestFile(job.runtime, job.file, root, limit);
      done++;
      sum.passed += result.passed;
      sum.failed += result.failed;
      sum.skipped += result.skipped;
      if (result.failed > 0) {
        const fault = result.fault === undefined ? "" : `\n${result.fault}`;
        progress.print(`\n✘ ${job.file} on ${job.runtime.name}${fault}\n${result.output.trimEnd()}\n`);
      }
    }
  }));

  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const where = runtimes.map(({ name, version }) => `${name} ${version}`).join(" and ");
  progress.print(`${files.length} ${files.length === 1 ? "file" : "files"} on ${where} in ${seconds} s`);
  if (sum.skipped > 0) progress.print(`${sum.skipped} skipped`);
  progress.print(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
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
