/**
 * Which files a list of targets means.
 * @module
 */

import { readdirSync, statSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";
import { LimitError, WorkflowResolutionError } from "../error.ts";
import { ENTRY_FILES, entryFileOf, LOOSE_ENDINGS } from "./scan_skills.ts";
import { type ResolvedSkill, resolveSkill } from "./resolve_skill.ts";

/** Bounds of a search below a folder. */
const MAX_DEPTH = 8;
const MAX_FILES = 10_000;
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git", ".skill-workflow"]);

/**
 * The skills behind targets: a name, a file, a skill's folder, or a folder with skills somewhere below it. In the order
 * given, each once.
 *
 * @throws {WorkflowResolutionError} a target leads nowhere
 * @throws {LimitError} a folder has more than 10,000 skills
 */
export function validateTargets(
  targets: readonly string[],
  options: { workspace: string; home: string },
): ResolvedSkill[] {
  const found = new Map<string, ResolvedSkill>();
  for (const target of targets) {
    for (const one of expand(target, options)) found.set(one.file, one);
  }
  return [...found.values()];
}

function expand(target: string, options: { workspace: string; home: string }): ResolvedSkill[] {
  const path = resolve(options.workspace, target);
  if (isDynamicPattern(target) && statSync(path, { throwIfNoEntry: false }) === undefined) {
    return expandGlob(target, options);
  }
  if (!isFolder(path) || entryFileOf(path) !== undefined) return [resolveSkill(target, options)];
  const files: string[] = [];
  collect(path, 0, files);
  if (files.length === 0) {
    throw new WorkflowResolutionError(
      `There is no skill below "${target}": wanted a folder with ${ENTRY_FILES.join(", ")}`,
      {
        searched: [path],
        suggestions: [],
      },
    );
  }
  return files.map((file) => resolveSkill(file, options));
}

/** A pattern means the files that it matches, and the skills in the folders that it matches. */
function expandGlob(pattern: string, options: { workspace: string; home: string }): ResolvedSkill[] {
  const matches = globSync(pattern, {
    cwd: options.workspace,
    onlyFiles: false,
    expandDirectories: false,
    followSymbolicLinks: false,
    dot: true,
    deep: MAX_DEPTH,
    ignore: [...SKIPPED].map((name) => `**/${name}/**`),
  }).map((match) => match.replace(/\/$/, "")).sort();
  const skills = matches.filter((match) => {
    const path = resolve(options.workspace, match);
    return isFolder(path) ? entryFileOf(path) !== undefined : LOOSE_ENDINGS.includes(extname(path));
  });
  if (skills.length > 0) return skills.map((match) => resolveSkill(`./${match}`, options));
  throw new WorkflowResolutionError(
    `Nothing matches "${pattern}" that could be a skill: quote the pattern, or name a folder`,
    {
      searched: [options.workspace],
      suggestions: [],
    },
  );
}

function collect(folder: string, depth: number, files: string[]): void {
  if (files.length > MAX_FILES) {
    throw new LimitError(`"${folder}" has more than ${MAX_FILES} skills: name a smaller folder`, {
      limit: "files",
      wanted: MAX_FILES,
      actual: files.length,
    });
  }
  const entry = entryFileOf(folder);
  if (entry !== undefined) {
    files.push(join(folder, entry));
    return;
  }
  const isLooseRoot = ["skills", "workflows"].includes(basename(folder));
  for (const item of readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = join(folder, item.name);
    if (item.isDirectory() && depth < MAX_DEPTH && !SKIPPED.has(item.name)) collect(path, depth + 1, files);
    else if (item.isFile() && isLooseRoot && LOOSE_ENDINGS.includes(extname(item.name))) files.push(path);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
