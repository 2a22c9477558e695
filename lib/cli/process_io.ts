/**
 * The terminal of this process.
 * @module
 */

import process from "node:process";
import type { Interface } from "node:readline";
import type { Io } from "./io.ts";

/** Streams of the process; colour and width as the terminal and the environment say. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  // A reader that has gone away (`| head`) is no failure of ours.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const terminal = stdout.isTTY === true;
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    ask: askOn(),
    input: () => readAll(stdin),
    cwd: process.cwd(),
    env,
    interactive: stdin.isTTY === true && terminal,
    terminal,
    width: terminal ? stdout.columns ?? 80 : 80,
    colour: wantsColour(env, terminal),
  };
}

/** `NO_COLOR` and `FORCE_COLOR` are conventions of their own; without them a terminal decides. */
function wantsColour(env: Io["env"], terminal: boolean): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0") return true;
  return terminal && env.TERM !== "dumb";
}

function askOn(): Io["ask"] {
  let opened: Promise<void> | undefined;
  const waiting: string[] = [];
  const asking: ((line: string | null) => void)[] = [];
  let ended = false;
  const open = async () => {
    // Loaded for a question only: a server asks none, and its clients wait for its start.
    const { createInterface } = await import("node:readline");
    const lines: Interface = createInterface({ input: process.stdin, terminal: false });
    lines.on("line", (line) => {
      const next = asking.shift();
      if (next) next(line);
      else waiting.push(line);
    });
    lines.once("close", () => {
      ended = true;
      for (const next of asking.splice(0)) next(null);
    });
  };
  return async (prompt) => {
    process.stdout.write(prompt);
    await (opened ??= open());
    return await new Promise((resolve) => {
      const done = (line: string | null) => {
        // An open terminal would keep the process alive.
        process.stdin.pause();
        resolve(line);
      };
      if (waiting.length > 0) return done(waiting.shift()!);
      if (ended) return done(null);
      process.stdin.resume();
      asking.push(done);
    });
  };
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return new TextDecoder().decode(concat(chunks));
}

function concat(chunks: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
