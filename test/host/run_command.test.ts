import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type CommandOutcome, verdictOf } from "../../lib/host/command_outcome.ts";
import { type CommandRequest, runCommand } from "../../lib/host/run_command.ts";
import { aliveOf, env, idsIn, posix, stubborn } from "./processes.ts";
import { scratch } from "./scratch.ts";

const folder = scratch();

function run(command: string, more: Partial<CommandRequest> = {}): Promise<CommandOutcome> {
  return runCommand({ command, cwd: folder, env, timeout: 20, ...more });
}

if (posix) {
  test("what was printed on both streams, and the exit code", async () => {
    const outcome = await run("echo out; echo err >&2; exit 3");
    assert.is(outcome.kind, "exited");
    assert.is(outcome.exitCode, 3);
    assert.equal(outcome.output.split("\n").sort(), ["", "err", "out"]);
    assert.is(outcome.outputBytes, 8);
    assert.is(outcome.why, undefined);
    assert.is(verdictOf(outcome), "fail");
  });

  test("it runs in the folder that was given, with no more than the environment that was given", async () => {
    const outcome = await run('pwd; echo "$ONE-$HOME-"', { env: { ONE: "1" } });
    assert.is(outcome.output, `${folder}\n1--\n`);
  });

  test("stdin is closed", async () => {
    const outcome = await run("cat; echo done", { timeout: 15 });
    assert.is(outcome.output, "done\n");
  });

  // Case 15, the process part: the two ways in which a gate can't be run at all.
  test("15-gate-program-missing: no such program is unevaluable, with its name", async () => {
    const outcome = await run("no-such-checker-4711 --all");
    assert.is(outcome.kind, "not_found");
    assert.is(outcome.exitCode, 127);
    assert.is(outcome.program, "no-such-checker-4711");
    assert.match(outcome.why!, /^"no-such-checker-4711" was not found/);
    assert.is(verdictOf(outcome), "unevaluable");
  });

  test("15-gate-program-missing: a program that may not be run is unevaluable, with its name", async () => {
    const cwd = scratch({ "locked-check": "#!/bin/sh\nexit 0\n" });
    chmodSync(join(cwd, "locked-check"), 0o644);
    const outcome = await run("./locked-check", { cwd });
    assert.is(outcome.kind, "not_permitted");
    assert.is(outcome.program, "./locked-check");
    assert.match(outcome.why!, /permission denied/);
    assert.is(verdictOf(outcome), "unevaluable");
  });

  test("a program that ran and ended with 127 is a fail", async () => {
    const cwd = scratch({ check: "#!/bin/sh\necho 127 findings\nexit 127\n" });
    chmodSync(join(cwd, "check"), 0o755);
    const outcome = await run("./check", { cwd });
    assert.is(outcome.kind, "exited");
    assert.is(verdictOf(outcome), "fail");
  });

  test("killed from outside is unevaluable, a crash of its own is a fail", async () => {
    const killed = await run("kill -KILL $$");
    assert.is(killed.kind, "killed");
    assert.is(killed.signal, "SIGKILL");
    assert.is(verdictOf(killed), "unevaluable");
    assert.is((await run("sh -c 'kill -KILL $$'; exit $?")).kind, "killed");
    const crashed = await run("kill -SEGV $$");
    assert.is(crashed.why, "Crashed with SIGSEGV");
    assert.is(verdictOf(crashed), "fail");
  });

  test("when time is up, what it started ends with it, even what ignores TERM", async () => {
    const ids = join(scratch(), "ids");
    const records = join(scratch(), "records");
    const done = run(`echo begun; sh '${stubborn}' '${ids}'`, { timeout: 3, grace: 200, records });
    const started = await idsIn(ids);
    assert.is(aliveOf(started).length, 2);
    assert.is(readdirSync(records).length, 1, "on record while it runs");
    const outcome = await done;
    assert.is(outcome.kind, "timeout");
    assert.is(outcome.exitCode, null);
    assert.is(outcome.output, "begun\n", "what it printed until then is kept");
    assert.match(outcome.why!, "Not done after 3 s");
    assert.equal(aliveOf(started), []);
    assert.equal(readdirSync(records), []);
    assert.ok(outcome.durationMs >= 3_000 && outcome.durationMs < 20_000, `${outcome.durationMs} ms`);
  });

  test("called off, it ends at once with what it started", async () => {
    const ids = join(scratch(), "ids");
    const abort = new AbortController();
    const done = run(`sh '${stubborn}' '${ids}'`, { signal: abort.signal, grace: 100 });
    const started = await idsIn(ids);
    abort.abort();
    const outcome = await done;
    assert.is(outcome.kind, "cancelled");
    assert.equal(aliveOf(started), []);
    assert.is(verdictOf(outcome), "unevaluable");
  });

  test("called off before it began, it never runs", async () => {
    const file = join(folder, "never");
    const outcome = await run(`touch '${file}'`, { signal: AbortSignal.abort() });
    assert.is(outcome.kind, "cancelled");
    assert.is(existsSync(file), false);
  });

  test("what it leaves in the background is ended, and doesn't hold it up", async () => {
    const ids = join(scratch(), "ids");
    const outcome = await run(`sh '${stubborn}' '${ids}' & while [ ! -e '${ids}' ]; do sleep 0.05; done; echo done`, {
      grace: 100,
    });
    assert.is(outcome.kind, "exited");
    assert.is(verdictOf(outcome), "pass");
    assert.is(outcome.output, "done\n");
    assert.equal(aliveOf(await idsIn(ids)), []);
    assert.ok(outcome.durationMs < 15_000);
  });

  test("a folder that isn't there, too large an environment, and a NUL in it start nothing and are explained", async () => {
    const missing = await run("true", { cwd: join(folder, "nowhere") });
    assert.is(missing.kind, "not_started");
    assert.match(missing.why!, /nowhere" doesn't exist/);
    const nul = await run("true", { env: { A: "a\0b" } });
    assert.is(nul.kind, "not_started");
    if (process.platform !== "linux") return;
    const large = await run("true", { env: { A: "x".repeat(300_000) } });
    assert.is(large.kind, "not_started");
    assert.is(large.why, "Its environment is too large for this system");
  });

  test("100 MB of output: bounded memory, head, tail, and everything in the file", async () => {
    const outputFile = join(scratch(), "output.txt");
    const before = process.memoryUsage().rss;
    const outcome = await run("echo first; head -c 100000000 /dev/zero; echo; echo last", { outputFile });
    const grown = process.memoryUsage().rss - before;
    assert.is(outcome.kind, "exited");
    assert.is(outcome.outputBytes, 100_000_012);
    assert.is(outcome.outputFile, outputFile);
    assert.is(statSync(outputFile).size, 100_000_012);
    assert.ok(outcome.output.startsWith("first\n") && outcome.output.endsWith("\nlast\n"));
    assert.ok(outcome.output.length < 66_000);
    assert.ok(grown < 80_000_000, `memory grew by ${grown} bytes`);
  });

  test("many at once don't disturb each other", async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => run(`echo ${i}; exit ${i}`)));
    assert.equal(outcomes.map(({ exitCode, output }) => [exitCode, output]), outcomes.map((_, i) => [i, `${i}\n`]));
  });
}

test.run();
