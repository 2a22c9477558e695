/**
 * The process of a hook: reads stdin within a time limit of its own, below the hosts', and prints in one piece.
 * @module
 */

import { userDirsOf } from "../user_dirs_of.ts";
import type { HookPurpose } from "./hook_event.ts";
import type { HookMachine } from "./hook_machine.ts";
import { HOOK_TIME_LIMIT } from "./hook_time_limit.ts";
import { failedHook, type HookResult, runHook } from "./run_hook.ts";

/**
 * Serves one hook on this process's own streams and ends the process.
 *
 * @param client the client that the hook is registered for
 * @param purpose what it's registered for, for hosts whose input names no event
 */
export async function serveHook(client: string, purpose: HookPurpose = "tool"): Promise<void> {
  const machine = await ownMachine();
  const end = ({ stdout, stderr, exitCode }: HookResult) => machine.end(stdout, stderr, exitCode);
  machine.after(HOOK_TIME_LIMIT, () => end(failedHook(purpose, "it took too long")));
  try {
    const stdin = await machine.readStdin();
    const { env, platform, files, home } = machine;
    const dirs = userDirsOf(env, home, platform);
    end(await runHook({ client, purpose, stdin, env, platform, files, dirs, now: new Date() }));
  } catch (error) {
    end(failedHook(purpose, error instanceof Error ? error.message : String(error)));
  }
}

async function ownMachine(): Promise<HookMachine> {
  if ("Deno" in globalThis) return (await import("./deno_machine.ts")).denoMachine();
  return (await import("./node_machine.ts")).nodeMachine();
}
