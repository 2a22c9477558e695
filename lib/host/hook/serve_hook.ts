/**
 * The process of a hook: reads stdin within a time limit of its own, below the hosts', and prints in one piece.
 * @module
 */

import { Buffer } from "node:buffer";
import process from "node:process";
import { userDirs } from "../user_dirs.ts";
import type { HookPurpose } from "./hook_event.ts";
import { failedHook, type HookResult, runHook } from "./run_hook.ts";

/** Milliseconds. `install` gives hosts twice as much. */
export const HOOK_TIME_LIMIT = 5_000;

/** Serves one hook on this process's own streams and ends the process. */
export async function serveHook(client: string, purpose: HookPurpose = "tool"): Promise<void> {
  const timer = setTimeout(() => finish(failedHook(purpose, "nothing came on stdin in time")), HOOK_TIME_LIMIT);
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
    const stdin = new TextDecoder().decode(Buffer.concat(chunks));
    const { env, platform } = process;
    clearTimeout(timer);
    finish(runHook({ client, purpose, stdin, env, now: new Date(), platform, dirs: userDirs() }));
  } catch (error) {
    clearTimeout(timer);
    finish(failedHook(purpose, error instanceof Error ? error.message : String(error)));
  }
}

function finish({ stdout, stderr, exitCode }: HookResult): void {
  process.exitCode = exitCode;
  process.stderr.write(stderr, () => process.stdout.write(stdout, () => process.exit(exitCode)));
}
