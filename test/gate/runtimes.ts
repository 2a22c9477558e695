import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runProcess } from "./run_process.ts";

/** A runtime that test files run on. */
export interface Runtime {
  /** `Node` or `Deno`. */
  name: "Node" | "Deno";
  /** As the runtime prints it, such as `20.19.0`. */
  version: string;
  /** Words of the command that runs a TypeScript file, which follows them. */
  command: string[];
}

/** A runtime, or in words why there is none. */
export type Found = { runtime: Runtime } | { missing: string };

/** The repository's root folder. */
export const root: string = fileURLToPath(new URL("../../", import.meta.url));

const windows = process.platform === "win32";
/** True when this very process is Deno. */
export const underDeno: boolean = "Deno" in globalThis;

/** The Node that runs this process, else the one on the PATH. Deno alone is a legitimate machine. */
export async function findNode(): Promise<Found> {
  const executable = underDeno ? "node" : process.execPath;
  const { code, stdout } = await runProcess([executable, "--version"], { cwd: root, limit: 30_000 });
  const version = /^v(\d+\.\d+\.\d+)/.exec(stdout)?.[1]; // Deno starts itself in place of a Node that isn't there
  if (code !== 0 || version === undefined) return { missing: "Node isn't installed here" };
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) return { missing: `Node ${version} is older than 20.19` };
  if (!existsSync(join(root, "node_modules", "tsx"))) {
    return { missing: "tsx isn't installed, run `npm install` or `deno install` first" };
  }
  return { runtime: { name: "Node", version, command: [executable, "--import", "tsx"] } };
}

/** The Deno that runs this process, else the one that npm installed. */
export async function findDeno(): Promise<Found> {
  const executable = underDeno ? process.execPath : await installedDeno();
  const missing = "Deno isn't installed here, run `npm install` first: it comes as a development dependency";
  if (executable === undefined) return { missing };
  const { code, stdout } = await runProcess([executable, "--version"], { cwd: root, limit: 60_000 });
  const version = /^deno (\S+)/.exec(stdout)?.[1];
  if (code !== 0 || version === undefined) return { missing };
  return { runtime: { name: "Deno", version, command: [executable, "run", "-A", "--no-check", "--quiet"] } };
}

/** The npm package is a script that links the executable beside itself when it first runs; signals don't pass it. */
async function installedDeno(): Promise<string | undefined> {
  const folder = join(root, "node_modules", "deno");
  const executable = join(folder, windows ? "deno.exe" : "deno");
  const script = join(folder, "bin.cjs");
  if (!existsSync(executable) && existsSync(script)) {
    await runProcess([process.execPath, script, "--version"], { cwd: root, limit: 60_000 });
  }
  return existsSync(executable) ? executable : undefined;
}
