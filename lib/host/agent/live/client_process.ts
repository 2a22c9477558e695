/**
 * A client's process, in a group of its own: nothing that it starts outlives it, or us.
 * @module
 */

import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { endGroup, spawnGroup } from "../../process_group.ts";
import { windowsCommand } from "../../windows_command.ts";
import { unavailable } from "./driver.ts";
import type { LaunchPlan } from "./launch_plan.ts";

/** A running client. */
export interface ClientProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the program has ended, with how it did and the end of what it wrote to stderr. */
  readonly ended: Promise<string>;
  /** Ends it with everything that it has started. */
  end(): Promise<void>;
}

const EOF_MS = 1_000;
const GRACE_MS = 1_000;
const STDERR_TAIL = 600;

/** Starts a client with a pipe for stdin. */
export async function startClient(
  plan: LaunchPlan,
  planned: readonly string[],
  records: string,
): Promise<ClientProcess> {
  const { command, args, verbatim } = process.platform === "win32"
    ? windowsCommand(plan.program, planned, plan.env)
    : { command: plan.program, args: planned, verbatim: false };
  const group = await spawnGroup(command, args, { cwd: plan.cwd, env: plan.env, stdin: "pipe", records, verbatim })
    .catch((error: Error) => {
      throw unavailable(plan, error.message);
    });
  const { stdin, stdout, stderr } = group.child;
  let words = "";
  stdin!.on("error", () => {});
  stdout!.on("error", () => {});
  stderr!.setEncoding("utf8").on("error", () => {}).on("data", (text: string) => {
    words = (words + text).slice(-STDERR_TAIL);
  });
  const end = async () => {
    await endGroup(group, { eof: EOF_MS, grace: GRACE_MS });
    stdout!.destroy();
    stderr!.destroy();
  };
  const ended = group.exited.then(async ({ code, signal }) => {
    // A child of its own may live on, and would hold the pipes open.
    await endGroup(group, { grace: GRACE_MS });
    const how = `it ended with ${signal ?? `code ${code}`}`;
    return words.trim() === "" ? how : `${how}, having written: ${words.trim()}`;
  });
  return { stdin: stdin!, stdout: stdout!, ended, end };
}

/** The longest line of JSON that is read, in UTF-16 units. */
const LINE_MAX = 33_554_432;

/** Calls back for each object that stands alone on a line; whatever else is printed is passed by. */
export function onJsonLines(stream: Readable, heard: (event: { [key: string]: unknown }) => void): void {
  let rest = "";
  let skipping = false;
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = text.split("\n");
    const last = lines.pop()!;
    for (const line of lines) {
      const whole = rest + line;
      rest = "";
      if (!skipping) parse(whole, heard);
      skipping = false;
    }
    rest += last;
    if (rest.length <= LINE_MAX) return;
    rest = "";
    skipping = true;
  });
  stream.on("end", () => parse(rest, heard));
}

function parse(line: string, heard: (event: { [key: string]: unknown }) => void): void {
  if (!line.trimStart().startsWith("{")) return;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return;
  }
  if (typeof value === "object" && value !== null) heard(value as { [key: string]: unknown });
}
