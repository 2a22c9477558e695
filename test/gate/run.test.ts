import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { planJobs } from "./plan_jobs.ts";
import { runProcess } from "./run_process.ts";
import { type FileResult, runTestFile, runTestFiles } from "./run_test_file.ts";
import { findDeno, findNode, root, type Runtime, underDeno } from "./runtimes.ts";

const found = await (underDeno ? findDeno : findNode)();
if ("missing" in found) throw new Error(found.missing);
const runtime: Runtime = found.runtime;
const runner = [...runtime.command, "test/run.ts", underDeno ? "--deno" : "--node"];

function run(...args: string[]): ReturnType<typeof runProcess> {
  return runProcess([...runner, ...args], { cwd: root, limit: 60_000 });
}

type Expected = Pick<FileResult, "passed" | "failed" | "skipped"> & { fault?: RegExp; output?: RegExp };

const judged: Record<string, Expected> = {
  passing: { passed: 3, failed: 0, skipped: 1 },
  failing: { passed: 1, failed: 1, skipped: 0, output: /doesn't hold[\s\S]*Expected values to be deeply equal/ },
  crashing: { passed: 0, failed: 1, skipped: 0, fault: /exit code 1 before/, output: /crash while loading/ },
  leaving: { passed: 0, failed: 1, skipped: 0, fault: /before its tests were through/ },
  late: { passed: 1, failed: 1, skipped: 0, fault: /All tests passed, but it ended with exit code 1/ },
  without_run: { passed: 0, failed: 1, skipped: 0, fault: /Ran no test/ },
  fake_summary: { passed: 0, failed: 1, skipped: 0, fault: /Ran no test/, output: /Passed: {4}7/ },
  boastful: { passed: 0, failed: 1, skipped: 0 },
  broken_hook: { passed: 0, failed: 2, skipped: 0, fault: /A hook failed/ },
};

for (const [name, { fault, output, ...counts }] of Object.entries(judged)) {
  test(`judges a ${name} file`, async () => {
    const result = await runTestFile(runtime, `test/gate/fixtures/${name}.fixture.ts`, root, 60_000);
    assert.equal({ passed: result.passed, failed: result.failed, skipped: result.skipped }, counts);
    if (fault === undefined) assert.is(result.fault, undefined);
    else assert.match(result.fault ?? "", fault);
    assert.match(result.output, output ?? /Total:|Exiting early/);
    assert.not.match(result.output, /report-[0-9a-f-]{36}/);
  });
}

const together: [names: string, good: boolean][] = [
  ["passing passing_too", true],
  ["passing failing", false],
  ["passing without_run", false],
  ["failing passing", false],
  ["broken_hook passing", false],
  ["crashing passing", false],
  ["leaving passing", false],
  ["passing fake_summary", false],
];

for (const [names, good] of together) {
  test(`takes ${names} in one process ${good ? "as an answer" : "for no answer"}`, async () => {
    const files = names.split(" ").map((name) => `test/gate/fixtures/${name}.fixture.ts`);
    const results = await runTestFiles(runtime, files, root, 60_000);
    assert.is(results !== undefined, good);
    if (good) assert.equal(results!.map(({ passed, skipped }) => [passed, skipped]), [[3, 1], [1, 0]]);
  });
}

test("shares a process among files of pure functions only", () => {
  const pure = Array.from({ length: 9 }, (_, i) => `test/rules/${i}.test.ts`);
  const jobs = planJobs(["test/cli/a.test.ts", ...pure, "test/store/b.test.ts"]);
  assert.equal(jobs.map((files) => files.length), [1, 8, 1, 1]);
  assert.equal(jobs.flat().sort(), ["test/cli/a.test.ts", ...pure, "test/store/b.test.ts"].sort());
});

test("kills a file that hangs, and one that keeps its process open", async () => {
  const [hanging, open] = await Promise.all(["hanging", "open_handle"].map((name) => {
    return runTestFile(runtime, `test/gate/fixtures/${name}.fixture.ts`, root, 5000);
  }));
  assert.match(hanging?.fault ?? "", /^Didn't end within 5 s$/);
  assert.equal([hanging?.passed, hanging?.failed], [0, 1]);
  assert.match(open?.fault ?? "", /something is still open/);
  assert.equal([open?.passed, open?.failed], [1, 1]);
});

test("sums up in the last line, and nothing of its progress reaches a pipe", async () => {
  const { code, stdout } = await run("test/gate/fixtures/passing.fixture.ts");
  assert.is(code, 0);
  assert.match(stdout, /^1 file on (Node|Deno) \S+ in \S+ s\n1 skipped\n3 passed, 0 failed\n$/);
});

test("prints what a failing file printed and exits with 1", async () => {
  const { code, stdout } = await run("test/gate/fixtures/failing.fixture.ts", "test/gate/fixtures/crashing.fixture.ts");
  assert.is(code, 1);
  assert.match(stdout, /✘ test\/gate\/fixtures\/failing\.fixture\.ts on /);
  assert.match(stdout, /crash while loading/);
  assert.match(stdout, /\n1 passed, 2 failed\n$/);
});

test("refuses a filter that matches nothing", async () => {
  const { code, stdout, output } = await run("no_such_test_anywhere");
  assert.is(code, 2);
  assert.is(stdout, "");
  assert.match(output, /No test file matches "no_such_test_anywhere", among \d+ files/);
});

test("refuses an option it doesn't know", async () => {
  const { code, output } = await run("--watch");
  assert.is(code, 2);
  assert.match(output, /--watch/);
});

if (underDeno) {
  test("runs on Deno alone where there is no Node, and says so", async () => {
    const command = [...runtime.command, "test/run.ts", "test/gate/fixtures/passing.fixture.ts"];
    const { code, stdout } = await runProcess(command, { cwd: root, limit: 60_000, env: { PATH: "/nowhere" } });
    assert.is(code, 0);
    assert.match(stdout, /^Node isn't installed here: the tests run on Deno only\n/);
    assert.match(stdout, /\n3 passed, 0 failed\n$/);
  });
}

test("a process that can't be started is a result, not an exception", async () => {
  const { code, output } = await runProcess(["no-such-program-here"], { cwd: root, limit: 5000 });
  assert.is(code, null);
  assert.match(output, /^no-such-program-here could not be started: /);
});

test("a grandchild that holds the pipes doesn't hold the runner", async () => {
  const script = `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], ` +
    `{ stdio: "inherit" }).unref()`;
  if (underDeno || process.platform === "win32") return;
  const { code, timedOut, milliseconds } = await runProcess([process.execPath, "-e", script], {
    cwd: root,
    limit: 30_000,
  });
  assert.equal([code, timedOut], [0, false]);
  assert.ok(milliseconds < 20_000);
});

test.run();
