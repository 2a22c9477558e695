/**
 * Runs what a workflow says through the shell. Source: spec "Commands".
 * @module
 */

import process from "node:process";
import { type CollectedOutput, collectOutput } from "./command_output.ts";
import { type CommandOutcome, judgeExit } from "./command_outcome.ts";
import { describeErrno } from "./inside.ts";
import { endGroup, type ProcessGroup, spawnGroup, type SpawnGroupOptions } from "./process_group.ts";

/** What to run. */
export interface CommandRequest {
  /** Text for `/bin/sh -c`, on Windows for `cmd /d /s /c`. */
  command: string;
  /** The workspace. */
  cwd: string;
  /** All of it; `effectEnvironment` makes it. */
  env: Readonly<Record<string, string>>;
  /** Seconds. */
  timeout: number;
  /** Where the whole output goes if it's over 64 KiB. Without it the middle is lost. */
  outputFile?: string;
  /** Folder in which the group is on record while it runs. */
  records?: string;
  /** Calls the command off. */
  signal?: AbortSignal;
  /** Milliseconds between TERM and KILL; 2,000. */
  grace?: number;
}

/** What the shell wrote last on stderr, to tell its own complaints from a program's. */
const STDERR_TAIL = 8_192;
/** Once the shell has ended, what it started in the background may finish what it's writing, and is then ended. */
const LAST_WORDS = 250;

/**
 * Runs a command and waits for it. stdin is closed. When it ends, is called off, or its time is up, everything that it
 * started is ended too. Never rejects: what goes wrong is an outcome.
 *
 * @example
 * ```ts
 * import { runCommand } from "@skill-workflow/skill-workflow/host";
 * const outcome = await runCommand({ command: "echo hello", cwd: ".", env: { PATH: "/bin:/usr/bin" }, timeout: 10 });
 * console.assert(outcome.kind === "exited" && outcome.output === "hello\n");
 * ```
 */
export async function runCommand(request: CommandRequest): Promise<CommandOutcome> {
  const started = performance.now();
  const finish = (
    rest: Pick<CommandOutcome, "kind"> & Partial<CommandOutcome>,
    collected: CollectedOutput,
  ): CommandOutcome => ({
    exitCode: null,
    signal: null,
    ...rest,
    output: collected.text,
    outputBytes: collected.bytes,
    ...(collected.file !== undefined && { outputFile: collected.file }),
    durationMs: Math.round(performance.now() - started),
  });
  const collector = collectOutput(request.outputFile);
  if (request.signal?.aborted) {
    return finish({ kind: "cancelled", why: "Called off before it was started" }, collector.finish());
  }

  let group: ProcessGroup;
  try {
    group = await startShell(request);
  } catch (error) {
    return finish(
      { kind: "not_started", why: describeStart(error as NodeJS.ErrnoException, request.cwd) },
      collector.finish(),
    );
  }

  const stderr = keepTail(STDERR_TAIL);
  const closed = Promise.all([
    drain(group.child.stdout!, collector.add),
    drain(group.child.stderr!, (chunk) => {
      stderr.add(chunk);
      collector.add(chunk);
    }),
  ]);
  const [ending, stopWaiting] = firstEnding(group, request);
  const why = await ending;
  stopWaiting();

  if (why === "exited") await atMost(closed, LAST_WORDS);
  const gone = await endGroup(group, { grace: request.grace });
  await atMost(closed, LAST_WORDS);
  group.child.stdout!.destroy();
  group.child.stderr!.destroy();

  const collected = collector.finish();
  const left = gone ? "" : "; some of its processes could not be ended";
  if (why === "timeout") {
    return finish({ kind: "timeout", why: `Not done after ${request.timeout} s; it was ended${left}` }, collected);
  }
  if (why === "cancelled") return finish({ kind: "cancelled", why: `Called off; it was ended${left}` }, collected);
  const { code, signal } = await group.exited;
  const judged = judgeExit({
    command: request.command,
    code,
    signal,
    stderr: stderr.text(),
    platform: process.platform,
  });
  return finish({ exitCode: code, signal, ...judged }, collected);
}

function startShell(request: CommandRequest): Promise<ProcessGroup> {
  const options: SpawnGroupOptions = { cwd: request.cwd, env: request.env, records: request.records };
  if (process.platform !== "win32") return spawnGroup("/bin/sh", ["-c", request.command], options);
  const shell = process.env.ComSpec ?? "cmd.exe";
  return spawnGroup(shell, ["/d", "/s", "/c", `"${request.command}"`], { ...options, verbatim: true });
}

type Ending = "exited" | "timeout" | "cancelled";

/** What ends the command first, and how to stop waiting for the others. */
function firstEnding(group: ProcessGroup, request: CommandRequest): [Promise<Ending>, () => void] {
  let stop = () => {};
  const ending = new Promise<Ending>((resolve) => {
    const timer = setTimeout(() => resolve("timeout"), request.timeout * 1000);
    const cancel = () => resolve("cancelled");
    request.signal?.addEventListener("abort", cancel);
    group.exited.then(() => resolve("exited"));
    stop = () => {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", cancel);
    };
  });
  return [ending, stop];
}

function drain(stream: NodeJS.ReadableStream, add: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve) => {
    stream.on("data", add);
    stream.once("close", resolve);
    stream.once("end", resolve);
    stream.once("error", () => resolve());
  });
}

function keepTail(length: number): { add(chunk: Uint8Array): void; text(): string } {
  let kept = new Uint8Array(0);
  return {
    add(chunk) {
      const both = new Uint8Array(kept.length + Math.min(chunk.length, length));
      both.set(kept);
      both.set(chunk.subarray(Math.max(0, chunk.length - length)), kept.length);
      kept = both.subarray(Math.max(0, both.length - length));
    },
    text: () => new TextDecoder().decode(kept),
  };
}

function atMost(promise: Promise<unknown>, limit: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limit);
    promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function describeStart(error: NodeJS.ErrnoException, cwd: string): string {
  if (error.code === "ENOENT") return `The shell or the folder ${JSON.stringify(cwd)} doesn't exist`;
  if (error.code === "E2BIG") return "Its environment is too large for this system";
  const known = error.code !== undefined && !error.code.startsWith("ERR_");
  return `The shell could not be started: ${known ? describeErrno(error.code) : error.message}`;
}
