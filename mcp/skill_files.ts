/**
 * The files beside a reference's `SKILL.md`, as far as they're served: regular ones inside its folder, within bounds.
 * @module
 */

import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { leadsTo } from "../lib/host/inside.ts";
import { readBounded } from "../lib/host/read_bounded.ts";

/** Bounds on what one skill has beside its `SKILL.md`; what is beyond them isn't served. */
const FILES = 200;
const FILE_BYTES = 1_048_576;
const ALL_BYTES = 4 * FILE_BYTES;
const DEPTH = 8;
/** Entries of folders that are looked at. */
const ENTRIES = 5_000;

/** A file that is served. */
export interface ServedFile {
  /** Relative to the folder, with forward slashes. */
  path: string;
  /** Changes when the file does. */
  stamp: string;
}

/** Every file below a folder but those called `not`, sorted; links, dot files and `node_modules` are left out. */
export function listSkillFiles(folder: string, not: readonly string[]): ServedFile[] {
  const found: ServedFile[] = [];
  let [bytes, entries] = [0, 0];
  const walk = (below: string, depth: number) => {
    for (const entry of entriesOf(join(folder, below))) {
      if (++entries > ENTRIES || found.length >= FILES) return;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (entry.isDirectory() && depth < DEPTH) walk(path, depth + 1);
      if (!entry.isFile() || not.includes(path)) continue;
      const stat = statSync(join(folder, path), { throwIfNoEntry: false });
      if (stat === undefined || stat.size > FILE_BYTES || bytes + stat.size > ALL_BYTES) continue;
      bytes += stat.size;
      found.push({ path, stamp: `${stat.mtimeMs} ${stat.size} ${stat.ino}` });
    }
  };
  walk("", 1);
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

/** The bytes of a listed file; undefined where it's gone, or a link leads out by now. */
export function readSkillFile(folder: string, path: string): Uint8Array | undefined {
  try {
    const lead = leadsTo(folder, path);
    return lead.kind === "inside" ? readBounded(lead.real, FILE_BYTES) : undefined;
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1);
  } catch {
    return [];
  }
}
