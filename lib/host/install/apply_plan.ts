/**
 * Carries out a plan, and shows it.
 * @module
 */

import { createTwoFilesPatch } from "diff";
import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { StorageError } from "../../error.ts";
import { describeErrno } from "../inside.ts";
import type { Change, InstallPlan } from "./install_plan.ts";
import { readConfig } from "./read_config.ts";

/** Behind the name of a file as it was before we first changed it. */
const BACKUP = ".skill-workflow.bak";

/** Runs a client's own command; resolves to its exit code and what it said. */
export type RunClient = (argv: readonly string[]) => Promise<{ exitCode: number; output: string }>;

/**
 * The plan as a person reads it: what would be run, and the changes of files as a diff.
 *
 * @example
 * ```ts
 * import { renderPlan } from "@skill-workflow/skill-workflow/host";
 * const empty = { changes: [], unchanged: [], notes: ["Trust it."] };
 * const plan = { kind: "install" as const, client: "codex", scope: "user" as const, ...empty };
 * console.assert(renderPlan(plan) === "Nothing to change\nNote: Trust it.\n");
 * ```
 */
export function renderPlan(plan: InstallPlan): string {
  const parts = plan.changes.map((change) => {
    if (change.kind === "run") {
      return `Run: ${change.argv.map((word) => /^[\w./:-]+$/.test(word) ? word : `'${word}'`).join(" ")}\n`;
    }
    const after = change.kind === "write" ? change.after : "";
    const to = change.kind === "write" ? change.file : "/dev/null";
    return createTwoFilesPatch(change.before === null ? "/dev/null" : change.file, to, change.before ?? "", after);
  });
  if (parts.length === 0) parts.push("Nothing to change\n");
  return [...parts, ...plan.notes.map((note) => `Note: ${note}\n`)].join("");
}

/**
 * Carries out the changes. A file that has changed since the plan was made stops it before anything is written. Each file
 * is kept as it was, once, under its name with `.skill-workflow.bak`.
 *
 * @returns what was done, one line each
 * @throws {StorageError} a file can't be written, or the client's command failed
 */
export async function applyPlan(plan: InstallPlan, run: RunClient): Promise<string[]> {
  for (const change of plan.changes) {
    if (change.kind !== "run" && readConfig(change.file) !== change.before) {
      throw new StorageError(`"${change.file}" has changed meanwhile\nNothing was written: try again`, {
        path: change.file,
      });
    }
  }
  const done: string[] = [];
  for (const change of plan.changes) done.push(await carryOut(change, plan, run));
  return done;
}

async function carryOut(change: Change, plan: InstallPlan, run: RunClient): Promise<string> {
  if (change.kind === "run") {
    const { exitCode, output } = await run(change.argv);
    if (exitCode === 0) return `Ran ${change.argv.slice(0, 3).join(" ")} for ${change.what}`;
    throw new StorageError(
      `\`${change.argv.slice(0, 3).join(" ")}\` failed with exit code ${exitCode}: ${output.trim().slice(0, 500)}\n` +
        "Is the client installed, and on the path?",
      { exit_code: exitCode },
    );
  }
  try {
    // A link (to a repository of settings, say) stays one.
    const file = existsSync(change.file) ? realpathSync(change.file) : change.file;
    if (change.kind === "delete" || isEmptied(file, change.before, change.after)) {
      rmSync(file);
      return `Deleted ${change.file} (${change.what})`;
    }
    if (plan.kind === "install" && change.before !== null && !existsSync(file + BACKUP)) {
      copyFileSync(file, file + BACKUP);
    }
    writeConfig(file, change.before, change.after, plan.scope === "user" ? 0o600 : 0o644);
    return `Wrote ${change.what} to ${change.file}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StorageError(`Can't write "${change.file}": ${describeErrno(code)}`, {
      path: change.file,
      errno: code ?? null,
    });
  }
}

/** A file that we made, which holds nothing any more. */
function isEmptied(file: string, before: string | null, after: string): boolean {
  return before !== null && /^\s*(?:\{\s*(?:"version": 1\s*)?\}\s*)?$/.test(after) && !existsSync(file + BACKUP);
}

function writeConfig(file: string, before: string | null, after: string, mode: number): void {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`;
  const backup = file + BACKUP;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(temporary, after, { mode: before === null ? mode : statSync(file).mode & 0o777, flag: "wx" });
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  // Back to what it was: the copy has nothing more to tell.
  if (existsSync(backup) && readConfig(backup) === after) rmSync(backup);
}
