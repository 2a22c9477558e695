/**
 * The command line that starts this program again.
 * @module
 */

import { resolve } from "node:path";
import process from "node:process";

/** Absolute, so that it works from any folder. */
export function ownCommand(): string[] {
  const script = resolve(process.argv[1]);
  if ("Deno" in globalThis) return [process.execPath, "run", "-A", "--no-check", script];
  return [process.execPath, ...process.execArgv, script];
}
