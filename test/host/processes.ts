import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isAlive } from "../../lib/host/process_table.ts";
import { root, underDeno } from "../gate/runtimes.ts";

/** POSIX: where there are process groups, signals and a shell. */
export const posix: boolean = process.platform !== "win32";

/** The command that runs a TypeScript file on the runtime that runs this test. */
export const runtime: string[] = underDeno
  ? [process.execPath, "run", "-A", "--no-check", "--quiet"]
  : [process.execPath, "--import", "tsx"];

/** A program that ignores all polite requests and has a child that does too. */
export const stubborn: string = join(root, "test/fixtures/processes/stubborn.sh");

/** The environment of the programs that tests start. */
export const env: Record<string, string> = { PATH: process.env.PATH ?? "" };

/** Waits until a condition holds; says after twenty seconds that it never did. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited twenty seconds, in vain: ${what}`);
    await pause(10);
  }
}

/** The ids that the stubborn program wrote, once it has. */
export async function idsIn(file: string): Promise<number[]> {
  await until("the program's ids", () => existsSync(file));
  return readFileSync(file, "utf8").trim().split(" ").map(Number);
}

/** Those of the ids that still run. */
export function aliveOf(ids: readonly number[]): number[] {
  return ids.filter(isAlive);
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
