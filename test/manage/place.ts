/**
 * A workspace with servers, and the ways of asking for them.
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createManager, type Manager, type ManageSettings } from "../../mcp/manage/mod.ts";
import { makePlace, type Place, program } from "../mcp/connect.ts";

export const FIXTURE: string = fileURLToPath(new URL("../fixtures/manage/server.mjs", import.meta.url));
const CASES = fileURLToPath(new URL("../fixtures/cases/", import.meta.url));

/** A server's entry: the fixture, told by its environment what to do. */
export function fixture(
  env: Record<string, string> = {},
): { command: string; args: string[]; env: Record<string, string> } {
  return { command: "node", args: [FIXTURE], env };
}

/** A workspace whose `.mcp.json` has these servers. */
export function placeWith(servers: Record<string, unknown>): Place {
  const place = makePlace();
  writeFileSync(join(place.workspace, ".mcp.json"), JSON.stringify({ mcpServers: servers }));
  return place;
}

/** A workspace as a recorded case has it. */
export function placeOfCase(name: string, file: string): Place {
  const place = makePlace();
  copyFileSync(join(CASES, name, "workspace", file), join(place.workspace, file));
  const config = readFileSync(join(CASES, name, "workspace", ".mcp.json"), "utf8");
  const path = JSON.stringify(place.workspace).slice(1, -1);
  writeFileSync(join(place.workspace, ".mcp.json"), config.replaceAll("@WORKSPACE@", path));
  return place;
}

/** The library in this process. */
export function managerOf(place: Place, settings: Partial<ManageSettings> = {}): Manager {
  const env = { PATH: process.env.PATH, HOME: place.home, USERPROFILE: place.home };
  return createManager({ workspace: place.workspace, env, ...settings });
}

/** What a command printed, and how it ended. */
export interface Ran {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: string | null;
  ms: number;
}

/** The command line in a process of its own; `meanwhile` gets the process. */
export async function run(
  place: Place,
  args: string[],
  more: { env?: Record<string, string>; input?: string; meanwhile?: (child: ChildProcess) => void } = {},
): Promise<Ran> {
  const { command, args: own, env } = program(place, args);
  const began = performance.now();
  const child = spawn(command, own, { cwd: place.workspace, env: { ...env, ...more.env }, stdio: "pipe" });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => stdout += text);
  child.stderr.setEncoding("utf8").on("data", (text) => stderr += text);
  child.stdin.end(more.input ?? "");
  more.meanwhile?.(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once("close", (code, signal) => resolve([code, signal]))
  );
  clearTimeout(timer);
  return { stdout, stderr, code, signal, ms: performance.now() - began };
}

/** Ids from a file of `name pid` lines. */
export function pidsIn(file: string): number[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").trim().split("\n").map((line) => Number(line.split(" ")[1]));
}

/** Resolves once the condition holds; rejects after a while. */
export async function until(condition: () => boolean, what: string, limit = 20_000): Promise<void> {
  for (const end = performance.now() + limit; !condition();) {
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

/** A program on a PATH of its own: a script for node. */
export function fakeProgram(place: Place, name: string, source: string): string {
  const folder = join(place.home, "bin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/usr/bin/env node\n${source}`, { mode: 0o755 });
  return folder;
}
