/**
 * Runs a client to its end, with a time limit for it and all that it starts.
 * @module
 */

import type { ChildProcess } from "node:child_process";
import { endGroup, spawnGroup } from "../process_group.ts";

/** What came of it. */
export interface ClientRun {
  /** 127 where it can't be started, null where it was ended. */
  exitCode: number | null;
  timedOut: boolean;
  stdout: string;
  stderr: string;
}

/** How to run it. */
export interface ClientRunOptions {
  cwd: string;
  /** All of it: nothing is inherited. */
  env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  limit: number;
  /** For stdin, which is closed behind it. */
  input?: string;
  /** Talks to it: gets stdin, which it has to end, and returns what reads each line of stdout. */
  talk?: (stdin: NonNullable<ChildProcess["stdin"]>) => (line: string) => void;
}

/** What is still in the pipes once the program has ended; something that it left behind may hold them open. */
const LAST_WORDS = 300;
/** More than that of its output is kept from nobody's reading. */
const MAX_OUTPUT = 16_777_216;

/** Runs a program; never rejects. */
export async function runClient(
  command: string,
  args: readonly string[],
  { cwd, env, limit, input, talk }: ClientRunOptions,
): Promise<ClientRun> {
  const ran: ClientRun = { exitCode: null, timedOut: false, stdout: "", stderr: "" };
  const talks = input !== undefined || talk !== undefined;
  let group;
  try {
    group = await spawnGroup(command, args, { cwd, env, stdin: talks ? "pipe" : "ignore" });
  } catch (error) {
    return { ...ran, exitCode: 127, stderr: (error as Error).message };
  }
  const { child } = group;
  child.stdin?.on("error", () => {});
  const onLine = talk?.(child.stdin!);
  let line = "";
  child.stdout!.on("data", (chunk) => {
    if (ran.stdout.length < MAX_OUTPUT) ran.stdout += chunk;
    const lines = (line + chunk).split("\n");
    line = lines.pop()!;
    for (const one of lines) onLine?.(one);
  });
  child.stderr!.on("data", (chunk) => {
    if (ran.stderr.length < MAX_OUTPUT) ran.stderr += chunk;
  });
  if (input !== undefined) child.stdin!.end(input);
  const timer = setTimeout(() => {
    ran.timedOut = true;
    void endGroup(group, { grace: 1_000 });
  }, limit);
  const { code } = await group.exited;
  clearTimeout(timer);
  await new Promise((resolve) => setTimeout(resolve, LAST_WORDS));
  await endGroup(group, { grace: 1_000 });
  child.stdout!.destroy();
  child.stderr!.destroy();
  return { ...ran, exitCode: code };
}
