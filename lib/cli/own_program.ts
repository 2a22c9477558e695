/**
 * How clients start this program: absolute names, since they start it from anywhere, and never through `npx`.
 * @module
 */

import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Program } from "../host/install/install_plan.ts";

/** This program with further arguments, as it was started itself. */
export function ownProgram(...args: string[]): Program {
  const script = realpathSync(process.argv[1]);
  if ("Deno" in globalThis) return { command: process.execPath, args: ["run", "-A", script, ...args] };
  const loader = script.endsWith(".ts") ? ["--import", import.meta.resolve("tsx")] : [];
  return { command: process.execPath, args: [...loader, script, ...args] };
}

/** The same for a hook: the small program beside this one, where it's there. */
export function ownHook(): Program {
  const { command, args } = ownProgram();
  const script = args.at(-1)!;
  const small = join(dirname(script), script.endsWith(".ts") ? "lib/host/hook/program.ts" : "cli/hook.js");
  return existsSync(small) ? { command, args: [...args.slice(0, -1), small] } : { command, args };
}
