/**
 * How clients start this program: absolute names, since they start it from anywhere, and never through `npx`.
 * @module
 */

import { realpathSync } from "node:fs";
import process from "node:process";
import type { Program } from "../host/install/install_plan.ts";

/** This program with further arguments, as it was started itself. */
export function ownProgram(...args: string[]): Program {
  const script = realpathSync(process.argv[1]);
  if ("Deno" in globalThis) return { command: process.execPath, args: ["run", "-A", script, ...args] };
  const loader = script.endsWith(".ts") ? ["--import", import.meta.resolve("tsx")] : [];
  return { command: process.execPath, args: [...loader, script, ...args] };
}
