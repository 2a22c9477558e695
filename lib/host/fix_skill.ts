/**
 * Applies every machine repair to a skill's files, in rounds: a repair may bring the next one to light.
 * @module
 */

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { Buffer } from "node:buffer";
import type { Diagnostic } from "../diagnostic.ts";
import { decodeText } from "../skill/decode_text.ts";
import { readSkill } from "../skill/read_skill.ts";
import { validateGraph } from "../workflow/validate_graph.ts";
import { applyRepairs } from "./apply_repairs.ts";
import { loadSkill } from "./load_skill.ts";
import type { ResolvedSkill } from "./resolve_skill.ts";

/** A file that repairs change. */
export interface FixedFile {
  /** Absolute. */
  path: string;
  /** As shown to people. */
  shown: string;
  /** The text as it was. */
  before: string;
  /** The text as it would be. */
  after: string;
}

/** What the repairs come to; nothing is written yet. */
export interface Fix {
  /** The files that repairs change. */
  files: FixedFile[];
  /** Repairs made. */
  made: number;
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Repairs reach their end long before; a pair that undoes each other must not run on. */
const ROUNDS = 10;

/**
 * The repaired texts of a skill's files. Texts that can't be decoded are left alone.
 */
export function fixSkill(target: ResolvedSkill): Fix {
  const loaded = loadSkill(target);
  const main = decodeText(loaded.bytes).text;
  if (main === undefined) return { files: [], made: 0 };
  const shownOf = (path: string) => join(dirname(target.shown), path).replaceAll("\\", "/");
  let text = main;
  const files: Record<string, string> = { ...loaded.files };
  let made = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const diagnostics = findingsOf(text, { path: target.shown, files, missing: loaded.missing });
    let madeNow = 0;
    const repair = (own: string, shown: string) => {
      const result = applyRepairs(own, diagnostics, shown);
      madeNow += result.made;
      return result.text;
    };
    text = repair(text, target.shown);
    for (const path of Object.keys(files)) files[path] = repair(files[path], shownOf(path));
    made += madeNow;
    if (madeNow === 0) break;
  }
  const all: FixedFile[] = [
    { path: target.file, shown: target.shown, before: main, after: text },
    ...Object.keys(files).map((path) => ({
      path: join(target.folder, path),
      shown: shownOf(path),
      before: loaded.files[path],
      after: files[path],
    })),
  ];
  return { files: all.filter((file) => file.before !== file.after), made };
}

/** Writes a repaired file: the byte order mark and the permissions stay. */
export function writeFixed({ path, after }: FixedFile): void {
  const mark = readFileSync(path).subarray(0, 3).equals(MARK) ? "\uFEFF" : "";
  const temporary = `${path}.fix-${process.pid}`;
  try {
    writeFileSync(temporary, mark + after, { mode: statSync(path).mode, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function findingsOf(text: string, options: Parameters<typeof readSkill>[1]): Diagnostic[] {
  const { skill, diagnostics } = readSkill(text, options);
  const graph = skill?.workflow ? validateGraph(skill.workflow) : [];
  const seen = new Set<string>();
  return [...diagnostics, ...graph].filter((one) => {
    const key = JSON.stringify([one.code, one.file, one.range.start.offset, one.message]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
