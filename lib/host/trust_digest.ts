/**
 * What a person trusts, as a digest: a skill's commands, and everything beside them that they could run.
 * Source: spec "Trust".
 * @module
 */

import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { LimitError, NotTrustedError } from "../error.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { isInside } from "./inside.ts";
import { listCommands } from "./list_commands.ts";
import { sha256 } from "./sha256.ts";

/** Files that one skill's folder may hold, and their bytes: they're read before every command. */
const FILES = 10_000;
const BYTES = 268_435_456;
const DEPTH = 32;

/** Of the version control and of our own sessions, which change by themselves. */
const NEVER: ReadonlySet<string> = new Set([".git", ".skill-workflow"]);

/**
 * SHA-256 over the commands with their options and, unless the form is flat or `folder` is null, over every file of the
 * skill's folder that isn't Markdown, YAML or under `tests/`; one that a command names counts in any case. Prose may
 * change without changing it.
 *
 * @throws {NotTrustedError} a link leads out of the folder, so that what it holds could change unseen
 * @throws {LimitError} the folder holds too much
 */
export function trustDigest(workflow: Workflow, folder: string | null): string {
  const commands = listCommands(workflow).map(({ step, kind, run, timeout, expect, max }) => [
    step,
    kind,
    run,
    timeout,
    expect ?? null,
    max ?? null,
  ]);
  const runs = commands.map((command) => command[2] as string);
  const files = folder === null || workflow.form === "flat" ? [] : pinFolder(realpathSync(folder), runs);
  return sha256(JSON.stringify({ format: 1, commands, files }));
}

type Pin = [path: string, kind: "file" | "link", content: string];

function pinFolder(root: string, runs: readonly string[]): Pin[] {
  const pins: Pin[] = [];
  let bytes = 0;

  const pinFile = (path: string, file: string) => {
    bytes += statSync(file).size;
    if (pins.length >= FILES) throw tooMuch(root, "files", FILES, pins.length + 1);
    if (bytes > BYTES) throw tooMuch(root, "bytes", BYTES, bytes);
    pins.push([path, "file", digestOf(file)]);
  };

  const pinLink = (path: string, file: string) => {
    pins.push([path, "link", readlinkSync(file)]);
    const target = realOf(file);
    if (target === undefined || isInside(root, target)) return;
    if (!statSync(target).isFile()) {
      throw new NotTrustedError(
        `The skill in ${JSON.stringify(root)} can't be trusted: ${
          JSON.stringify(path)
        } is a link that leads out of its ` +
          "folder, so that what it holds could change unseen\nPut a copy in its place",
        { path: file },
      );
    }
    pinFile(path, target);
  };

  const walk = (folder: string, prefix: string, depth: number) => {
    if (depth > DEPTH) throw tooMuch(root, "levels", DEPTH, depth);
    for (const entry of sorted(readdirSync(folder, { withFileTypes: true }))) {
      if (NEVER.has(entry.name)) continue;
      const path = prefix + entry.name;
      const file = join(folder, entry.name);
      if (isExempt(path, entry.name) && !runs.some((run) => run.includes(entry.name))) continue;
      if (entry.isSymbolicLink()) pinLink(path, file);
      else if (entry.isDirectory()) walk(file, `${path}/`, depth + 1);
      else if (entry.isFile()) pinFile(path, file);
    }
  };
  walk(root, "", 0);
  return pins;
}

/** A folder called `tests` is walked for the files that a command names; whatever else is in it doesn't count. */
function isExempt(path: string, name: string): boolean {
  return /\.(?:md|markdown|ya?ml)$/i.test(name) || /^tests\/./.test(path);
}

function sorted(entries: Dirent[]): Dirent[] {
  return entries.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function tooMuch(root: string, what: string, wanted: number, actual: number): LimitError {
  return new LimitError(
    `The skill's folder ${JSON.stringify(root)} holds too much to be trusted: more than ${wanted} ${what}\n` +
      "Move what its commands don't need somewhere else, or under its tests/",
    { limit: `trust.${what}`, wanted, actual },
  );
}

const digests = new Map<string, { stamp: string; digest: string }>();

/** A file's digest, from memory if the file hasn't changed since: this is asked before every command. */
function digestOf(file: string): string {
  const stat = lstatSync(file, { bigint: true });
  const stamp = [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(" ");
  const known = digests.get(file);
  if (known?.stamp === stamp) return known.digest;
  const digest = sha256(readFileSync(file));
  // A file that changed a moment ago may change again within one tick of the file system's clock.
  const settled = BigInt(Date.now()) - stat.ctimeNs / 1_000_000n > 2_000n;
  if (digests.size >= FILES) digests.clear();
  if (settled) digests.set(file, { stamp, digest });
  return digest;
}
