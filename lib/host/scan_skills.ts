/**
 * The names of the skills on this machine, without reading one of them: fast enough to answer before a catalogue of
 * hundreds is parsed. Source: spec "Finding skills".
 * @module
 */

import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { describeErrno, isInside } from "./inside.ts";
import { type Scope, type SkillRoot, skillRoots } from "./roots.ts";
import { describeTextLink, readTextLink } from "./text_link.ts";

/** Where to look. Both are absolute paths. */
export interface FindOptions {
  /** The workspace's folder. */
  workspace: string;
  /** The user's home. */
  home: string;
}

/** A skill's place. */
export interface SkillEntry {
  name: string;
  /** `workspace:name` or `user:name`. */
  qualified: string;
  scope: Scope;
  /** The root, as shown to people. */
  root: string;
  /** The skill's file; of a refused one what was refused. */
  path: string;
  status: "found" | "shadowed" | "refused";
  /** Of a refused one. */
  reason?: string;
  /** Of a shadowed one: the file that wins. */
  shadowedBy?: string;
}

/** Something about the roots that a person should know. */
export interface SkillWarning {
  /** Stable, for programs. */
  code: "shadowed-skill" | "link-as-text" | "link-leads-out" | "too-many-skills" | "unreadable-folder";
  /** For people. */
  message: string;
  /** What it is about. */
  path: string;
}

/** What a scan found, in the order in which it wins. */
export interface SkillScan {
  entries: SkillEntry[];
  warnings: SkillWarning[];
}

/** Names of a skill's file in its own folder, first wins. */
export const ENTRY_FILES: readonly string[] = ["SKILL.md", "skill.md", "workflow.md", "workflow.yaml", "workflow.yml"];

/** Endings of a skill's file that stands by itself, first wins (their order is that of the alphabet). */
export const LOOSE_ENDINGS: readonly string[] = [".md", ".yaml", ".yml"];

/** Markdown files that people put beside skills, in lower case and without ending. */
const BESIDE_SKILLS: ReadonlySet<string> = new Set([
  "readme",
  "changelog",
  "license",
  "contributing",
  "agents",
  "claude",
  "gemini",
  "index",
]);

/** Entries that one root may have; the rest is left out with a warning. */
const ENTRIES_PER_ROOT = 2_000;

/** A skill's file before it's known whether it wins. */
interface Candidate {
  name: string;
  /** What it is about. */
  path: string;
  real: string;
  refused?: string;
}

/** Looks into every root. Never throws: what can't be read is a warning. */
export function scanSkills(options: FindOptions): SkillScan {
  const scan: SkillScan = { entries: [], warnings: [] };
  const winners = new Map<string, string>();
  const seen = new Set<string>();
  for (const root of skillRoots(options)) {
    for (const candidate of readRoot(root, scan.warnings)) {
      const name = candidate.name.normalize("NFC");
      const same = `${name}\0${candidate.real}`;
      // One file that is reached twice (a root that links to another) is one skill, not one that shadows itself.
      if (seen.has(same)) continue;
      seen.add(same);
      const entry: SkillEntry = {
        name,
        qualified: `${root.scope}:${name}`,
        scope: root.scope,
        root: root.label,
        path: candidate.path,
        status: "found",
      };
      const winner = winners.get(name);
      if (candidate.refused !== undefined) {
        entry.status = "refused";
        entry.reason = candidate.refused;
        scan.warnings.push({
          code: "link-leads-out",
          message: `Skill "${name}" in ${root.label} is refused: ${
            JSON.stringify(candidate.path)
          } ${candidate.refused}`,
          path: candidate.path,
        });
      } else if (winner !== undefined) {
        entry.status = "shadowed";
        entry.shadowedBy = winner;
        scan.warnings.push({
          code: "shadowed-skill",
          message: `Two skills are called "${name}": ${JSON.stringify(winner)} is used, ${
            JSON.stringify(candidate.path)
          } is shadowed by it`,
          path: candidate.path,
        });
      } else winners.set(name, candidate.path);
      scan.entries.push(entry);
    }
  }
  return scan;
}

/** The skill's file in a folder, by name, first that there is. */
export function entryFileOf(folder: string): string | undefined {
  const names = new Set(readdirSync(folder));
  return ENTRY_FILES.find((name) => names.has(name));
}

function readRoot(root: SkillRoot, warnings: SkillWarning[]): Candidate[] {
  const base = realOf(root.base);
  if (base === undefined || warnOfTextLink(root, warnings)) return [];
  let entries: Dirent[];
  let real: string;
  try {
    real = realpathSync(root.path);
    if (!isInside(base, real)) {
      warnings.push({
        code: "link-leads-out",
        message: `Skills in ${root.label} are refused: ${JSON.stringify(root.path)} is a link that leads out of ` +
          `${describeBase(root)}, to ${JSON.stringify(real)}`,
        path: root.path,
      });
      return [];
    }
    entries = readdirSync(real, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      warnings.push({
        code: "unreadable-folder",
        message: `Skills in ${root.label} can't be read: ${JSON.stringify(root.path)}: ${describeErrno(code)}`,
        path: root.path,
      });
    }
    return [];
  }
  const found = entries.filter((entry) => !entry.name.startsWith("."));
  if (found.length > ENTRIES_PER_ROOT) {
    warnings.push({
      code: "too-many-skills",
      message: `${root.label} has ${found.length} entries; only the first ${ENTRIES_PER_ROOT} by name are read`,
      path: root.path,
    });
  }
  return found
    .sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    .slice(0, ENTRIES_PER_ROOT)
    // By name; where two share one, the file names' order is the right one already: folder, .md, .yaml, .yml.
    .flatMap((entry) => readEntry(root, base, real, entry, warnings))
    .sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

function readEntry(root: SkillRoot, base: string, real: string, entry: Dirent, warnings: SkillWarning[]): Candidate[] {
  const path = join(root.path, entry.name);
  let target = join(real, entry.name);
  try {
    let isFolder = entry.isDirectory();
    let isFile = entry.isFile();
    if (entry.isSymbolicLink()) {
      target = realpathSync(target);
      const stat = statSync(target);
      isFolder = stat.isDirectory();
      isFile = stat.isFile();
      const name = isFolder ? entry.name : nameOfLoose(entry.name);
      if (!isInside(base, target)) {
        const refused = `is a link that leads out of ${describeBase(root)}, to ${JSON.stringify(target)}`;
        return name === undefined ? [] : [{ name, path, real: target, refused }];
      }
    }
    if (isFolder) return readFolder(root, base, target, path, entry.name);
    const name = isFile ? nameOfLoose(entry.name) : undefined;
    if (name !== undefined) return [{ name, path, real: target }];
    const link = isFile ? readTextLink(target) : undefined;
    if (link !== undefined) {
      warnings.push({ code: "link-as-text", message: describeTextLink(path, link), path });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    warnings.push({
      code: "unreadable-folder",
      message: code === "ENOENT"
        ? `${JSON.stringify(path)} is a link that leads nowhere`
        : `${JSON.stringify(path)} can't be read: ${describeErrno(code)}`,
      path,
    });
  }
  return [];
}

function readFolder(root: SkillRoot, base: string, folder: string, path: string, name: string): Candidate[] {
  const file = entryFileOf(folder);
  if (file === undefined) return [];
  const shown = join(path, file);
  let real = join(folder, file);
  if (lstatSync(real).isSymbolicLink()) {
    real = realpathSync(real);
    if (!isInside(base, real)) {
      const refused = `is a link that leads out of ${describeBase(root)}, to ${JSON.stringify(real)}`;
      return [{ name, path: shown, real, refused }];
    }
  }
  return statSync(real).isFile() ? [{ name, path: shown, real }] : [];
}

/** Warns where the root, or a folder on the way to it, is a link that was checked out as text. */
function warnOfTextLink(root: SkillRoot, warnings: SkillWarning[]): boolean {
  for (let path = root.path; isInside(root.base, path) && path !== root.base; path = dirname(path)) {
    const target = readTextLink(path);
    if (target === undefined) continue;
    if (!warnings.some((warning) => warning.path === path)) {
      warnings.push({ code: "link-as-text", message: describeTextLink(path, target), path });
    }
    return true;
  }
  return false;
}

function nameOfLoose(file: string): string | undefined {
  const ending = extname(file);
  const name = basename(file, ending);
  if (!LOOSE_ENDINGS.includes(ending)) return undefined;
  return ending === ".md" && BESIDE_SKILLS.has(name.toLowerCase()) ? undefined : name;
}

function describeBase(root: SkillRoot): string {
  return root.scope === "workspace" ? "the workspace" : "your home folder";
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
