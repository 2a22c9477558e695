/**
 * Reads a skill with everything that belongs to it. Source: spec "The workflow language", the portable form.
 * @module
 */

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nearest } from "../did_you_mean.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { LIMITS } from "../limits.ts";
import { readSkill } from "../skill/read_skill.ts";
import type { Skill } from "../skill/skill.ts";
import { describeErrno, leadsTo } from "./inside.ts";
import { readBounded } from "./read_bounded.ts";
import type { ResolvedSkill } from "./resolve_skill.ts";

/** A skill as it was read. */
export interface LoadedSkill {
  /** As far as it could be read, also with errors. */
  skill?: Skill;
  /** What was found. */
  diagnostics: Diagnostic[];
  /** The main file as bytes. */
  bytes: Uint8Array;
  /** The further files that it named, by the path that it gave. */
  files: Record<string, string>;
  /** Those of them that could not be read, with the reason; each is among the diagnostics. */
  missing: ReadonlyMap<string, string>;
  /** Absolute paths of everything that was looked at: while none of them changes, neither does the skill. */
  looked: string[];
}

/** Bytes of all step files of one skill together. */
const ALL_BYTES = 16 * LIMITS.fileBytes;
/** The file names a workflow, the workflow names step files, and these name nothing. */
const ROUNDS = 2;

/**
 * Reads a skill's file and, from inside its folder, every file that it needs.
 *
 * @throws {NodeJS.ErrnoException} the main file can't be read
 */
export function loadSkill(resolved: ResolvedSkill): LoadedSkill {
  const bytes = readBounded(resolved.file, LIMITS.fileBytes);
  const files: Record<string, string> = Object.create(null);
  const missing = new Map<string, string>();
  const looked = [resolved.file];
  let left = ALL_BYTES;

  const take = (path: string) => {
    const lead = leadsTo(resolved.folder, path, "the skill's folder");
    looked.push(lead.kind === "inside" ? lead.real : join(resolved.folder, path));
    if (lead.kind !== "inside") {
      const near = lead.kind === "missing" ? nearFile(resolved.folder, path) : undefined;
      const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
      return missing.set(path, lead.kind === "missing" ? `it doesn't exist${hint}` : `it ${lead.why}`);
    }
    try {
      if (!statSync(lead.real).isFile()) return missing.set(path, "it is no regular file");
      const content = readBounded(lead.real, LIMITS.fileBytes);
      if (content.length > left) {
        return missing.set(path, `the skill's files are larger than ${ALL_BYTES} bytes together`);
      }
      left -= content.length;
      files[path] = new TextDecoder("utf-8", { fatal: true }).decode(content);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      missing.set(path, error instanceof TypeError ? "it isn't UTF-8" : describeErrno(code));
    }
  };

  for (let round = 0;; round++) {
    const read = readSkill(bytes, { path: resolved.shown, files, missing });
    const wanted = (read.skill?.needs ?? []).filter((path) => !Object.hasOwn(files, path) && !missing.has(path));
    if (wanted.length === 0 || round === ROUNDS) return { ...read, bytes, files, missing, looked };
    wanted.forEach(take);
  }
}

/** Names of a folder that are compared: what is missing was seldom meant for a folder of thousands. */
const NAMES_MAX = 1_000;

/** The file in the same folder whose name is nearest to that of one that doesn't exist. */
function nearFile(root: string, path: string): string | undefined {
  const folder = dirname(path);
  const lead = leadsTo(root, folder);
  if (lead.kind !== "inside") return undefined;
  try {
    const names = readdirSync(lead.real, { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) =>
      name
    );
    const [near] = nearest(basename(path), names.slice(0, NAMES_MAX).sort());
    return near === undefined ? undefined : folder === "." ? near : `${folder}/${near}`;
  } catch {
    return undefined;
  }
}
