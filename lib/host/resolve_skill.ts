/**
 * From a name or a path to a skill's file. Source: spec "Finding skills".
 * @module
 */

import { realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, join, resolve, sep } from "node:path";
import { nearest } from "../did_you_mean.ts";
import { WorkflowResolutionError } from "../error.ts";
import { describeErrno, isInside } from "./inside.ts";
import { type Scope, skillRoots } from "./roots.ts";
import {
  ENTRY_FILES,
  entryFileOf,
  type FindOptions,
  LOOSE_ENDINGS,
  scanSkills,
  type SkillEntry,
  type SkillScan,
} from "./scan_skills.ts";
import { describeTextLink, readTextLink } from "./text_link.ts";

/** A skill's file that was found. */
export interface ResolvedSkill {
  /** The name by which it's found: its folder's, or its file's without ending. */
  name: string;
  /** Where it was found; `path` if it was given as one. */
  scope: Scope | "path";
  /** Absolute. */
  file: string;
  /** Absolute, links resolved: everything that the skill may read lies in it. */
  folder: string;
  /** The file as shown to people: relative to the workspace where it's inside, with forward slashes. */
  shown: string;
  /** Files of the same name that lost against this one. */
  shadows: string[];
}

/**
 * Finds a skill by name (`work`), by qualified name (`user:work`, `workspace:work`), or by path to its folder or file
 * (absolute, relative to the workspace, or below `~/`). Nothing is read but names.
 *
 * @throws {WorkflowResolutionError} with `data.searched` and `data.suggestions`
 */
export function resolveSkill(nameOrPath: string, options: FindOptions): ResolvedSkill {
  if (nameOrPath.includes("\0") || nameOrPath.trim() === "") {
    throw notFound(nameOrPath, "A name or a path is wanted", [], []);
  }
  const qualified = /^(workspace|user):(.+)$/.exec(nameOrPath);
  if (qualified === null && isPath(nameOrPath)) return resolvePath(nameOrPath, options);
  return resolveName(nameOrPath, qualified?.[2] ?? nameOrPath, qualified?.[1] as Scope | undefined, options);
}

function isPath(text: string): boolean {
  return /[/\\]/.test(text) || text === "." || text === ".." || text === "~" || isAbsolute(text) ||
    LOOSE_ENDINGS.includes(extname(text));
}

function resolveName(written: string, name: string, scope: Scope | undefined, options: FindOptions): ResolvedSkill {
  if (/[/\\]/.test(name) || name === "." || name === "..") {
    throw notFound(written, "A name can't hold a path: write the path without a prefix", [], []);
  }
  const scan = scanSkills(options);
  const wanted = name.normalize("NFC");
  const inScope = scan.entries.filter((entry) => scope === undefined || entry.scope === scope);
  const same = inScope.filter((entry) => entry.name === wanted);
  const found = same.find((entry) => entry.status !== "refused");
  if (found !== undefined) {
    const shadows = scan.entries.filter((entry) => entry.shadowedBy === found.path).map((entry) => entry.path);
    return { ...resolveEntry(found, options), shadows };
  }
  const refused = same.find((entry) => entry.status === "refused");
  const searched = skillRoots(options).filter((root) => scope === undefined || root.scope === scope).map((root) =>
    root.path
  );
  if (refused !== undefined) {
    throw notFound(written, `It's refused: ${JSON.stringify(refused.path)} ${refused.reason}`, searched, []);
  }
  throw notFound(written, explain(scan), searched, suggest(wanted, inScope, scan, options));
}

function resolvePath(written: string, options: FindOptions): ResolvedSkill {
  const expanded = written === "~" || /^~[/\\]/.test(written) ? join(options.home, written.slice(1)) : written;
  const path = resolve(options.workspace, expanded);
  let file = path;
  try {
    if (statSync(path).isDirectory()) {
      const entry = entryFileOf(path);
      if (entry === undefined) {
        throw notFound(written, `The folder has none of ${ENTRY_FILES.join(", ")}`, [path], []);
      }
      file = join(path, entry);
    }
    if (!statSync(file).isFile()) throw notFound(written, "It's no regular file", [file], []);
  } catch (error) {
    if (error instanceof WorkflowResolutionError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const missing = code === "ENOENT" || code === "ENOTDIR";
    throw notFound(written, missing ? "There is no such file or folder" : describeErrno(code), [path], []);
  }
  if (!LOOSE_ENDINGS.includes(extname(file).toLowerCase())) {
    throw notFound(written, `A skill's file ends in ${LOOSE_ENDINGS.join(", ")}`, [file], []);
  }
  const name = ENTRY_FILES.includes(basename(file)) ? basename(dirname(file)) : basename(file, extname(file));
  return resolveEntry({ name, scope: "path", path: file }, options);
}

/**
 * A skill whose file is known.
 *
 * @throws {WorkflowResolutionError} the file is a link that was checked out as text
 */
export function resolveEntry(
  { name, scope, path }: { name: string; scope: Scope | "path"; path: string },
  options: FindOptions,
): ResolvedSkill {
  const link = readTextLink(path);
  if (link !== undefined) {
    throw new WorkflowResolutionError(describeTextLink(path, link), { searched: [path], suggestions: [] });
  }
  return {
    name,
    scope,
    file: path,
    folder: realpathSync(dirname(path)),
    shown: show(path, options.workspace),
    shadows: [],
  };
}

function show(file: string, workspace: string): string {
  const shown = isInside(workspace, file) ? file.slice(workspace.length).replace(/^[/\\]+/, "") : file;
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}

/** Near names first by themselves, then qualified where only the other scope has them, then a folder of that name. */
function suggest(name: string, inScope: SkillEntry[], scan: SkillScan, options: FindOptions): string[] {
  const usable = (entry: SkillEntry) => entry.status === "found";
  const elsewhere = scan.entries.filter((entry) => entry.name === name && entry.status !== "refused");
  const suggestions = [
    ...elsewhere.map((entry) => entry.qualified),
    ...nearest(name, inScope.filter(usable).map((entry) => entry.name)),
  ];
  try {
    if (entryFileOf(join(options.workspace, name)) !== undefined) suggestions.push(`./${name}`);
  } catch {
    // No such folder.
  }
  return [...new Set(suggestions)];
}

/** What else may be the reason that a name isn't found. */
function explain(scan: SkillScan): string {
  const reasons = scan.warnings.filter(({ code }) => code !== "shadowed-skill").slice(0, 3).map(({ message }) =>
    message
  );
  const names = scan.entries.filter(({ status }) => status === "found").map(({ name }) => name);
  const shown = names.slice(0, 10).join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
  return [names.length === 0 ? "There are no skills at all" : `Known skills: ${shown}`, ...reasons].join("\n");
}

function notFound(written: string, why: string, searched: string[], suggestions: string[]): WorkflowResolutionError {
  const [first, ...others] = suggestions.map((name) => JSON.stringify(name));
  const hint = first === undefined ? "" : `: did you mean ${[first, ...others].join(" or ")}?`;
  const where = searched.length === 0 ? "" : `\nSearched: ${searched.join(", ")}`;
  return new WorkflowResolutionError(`No skill ${JSON.stringify(written)}${hint}\n${why}${where}`, {
    searched,
    suggestions,
  });
}
