/**
 * Skills as the Skills extension serves them.
 * @module
 */

import { basename, dirname } from "node:path";
import type { Resource } from "@modelcontextprotocol/server";
import { DIRECTORY_MIME_TYPE, skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { findSkills } from "../lib/host/find_skills.ts";
import { loadSkill } from "../lib/host/load_skill.ts";
import { resolveSkill } from "../lib/host/resolve_skill.ts";
import { readableBody } from "../lib/skill/readable_body.ts";
import type { Skill } from "../lib/skill/skill.ts";
import { writeFrontMatter } from "./write_front_matter.ts";
import { listSkillFiles, readSkillFile, type ServedFile } from "./skill_files.ts";

/** Whose skills are served. */
export interface SkillShelf {
  workspace: string;
  home: string;
  /** Throws where the caller hasn't got a skill. */
  requireSkill?(name: string): void;
}

type Entry = Awaited<ReturnType<typeof skillEntry>>;

/** A skill on the shelf: its `SKILL.md` as it's served, and the files beside it. */
interface Served {
  name: string;
  text: string;
  folder: string;
  files: ServedFile[];
}

const MAIN = "SKILL.md";
/** The workflow and its steps are handed out by the tools, one at a time. */
const WITHHELD = "workflow";
/** Entries that are kept, since each has the digests of all its files. */
const MAX_KEPT = 500;
const kept = new Map<string, { stamp: string; entry: Entry }>();

/** A skill's `SKILL.md` without its workflow: the front matter but for that key, and the body that may be read. */
export function servedText(skill: Skill): string {
  const front = Object.fromEntries(Object.entries(skill.frontMatter).filter(([key]) => key !== WITHHELD));
  return `---\n${writeFrontMatter(front)}---\n${readableBody(skill)}`;
}

/** The names of the skills on a shelf that are in order; the extension has no place for a flat file. */
export function shelvedNames({ workspace, home, requireSkill }: SkillShelf, flat = false): string[] {
  const { skills } = findSkills({ workspace, home });
  const sound = skills.filter((one) => one.status === "ok" && (flat || one.form !== "flat"));
  return sound.map((one) => one.name).filter((name) => {
    try {
      requireSkill?.(name);
      return true;
    } catch {
      return false;
    }
  });
}

/** The entries of all skills. */
export async function servedEntries(shelf: SkillShelf): Promise<Entry[]> {
  const found = await Promise.all(shelvedNames(shelf).map((name) => entryOf(serve(shelf, name))));
  return found.filter((one) => one !== undefined);
}

/** Undefined for a skill that isn't there, or whose fields the extension doesn't take. */
export async function servedEntry(shelf: SkillShelf, uri: string): Promise<Entry | undefined> {
  const { name, path } = partsOf(uri) ?? {};
  return path === MAIN && shelvedNames(shelf).includes(name!) ? await entryOf(serve(shelf, name!)) : undefined;
}

/** The content of a skill's file; undefined for one that isn't served. */
export function servedFile(shelf: SkillShelf, uri: string): { text: string } | { bytes: Uint8Array } | undefined {
  const { name, path } = partsOf(uri) ?? {};
  if (name === undefined || path === undefined || !shelvedNames(shelf).includes(name)) return undefined;
  const served = serve(shelf, name);
  if (path === MAIN) return served && { text: served.text };
  if (!served?.files.some((file) => file.path === path)) return undefined;
  const bytes = readSkillFile(served.folder, path);
  return bytes && (textOf(bytes) ?? { bytes });
}

/** What lies directly in a folder of the shelf, in the shelf itself for `skill://`; undefined where it's no folder. */
export async function servedFolder(shelf: SkillShelf, uri: string): Promise<Resource[] | undefined> {
  const parts = uri === "skill://" ? { name: "", path: "" } : partsOf(uri.replace(/\/$/, ""));
  if (parts === undefined) return undefined;
  if (parts.name === "") return (await servedEntries(shelf)).map((entry) => folderAt(dirname(entry.uri)));
  const entry = await servedEntry(shelf, `skill://${parts.name}/${MAIN}`);
  const within = `skill://${parts.name}/${parts.path === "" ? "" : `${encoded(parts.path)}/`}`;
  const uris = Array.isArray(entry?.resources) ? entry.resources.map((one) => one.uri) : [];
  const below = uris.filter((one) => one.startsWith(within)).map((one) => one.slice(within.length));
  if (below.length === 0) return undefined;
  const names = [...new Set(below.map((path) => path.split("/")[0]))];
  return names.map((name) => below.includes(name) ? fileAt(within + name) : folderAt(within + name));
}

function serve(shelf: SkillShelf, name: string): Served | undefined {
  const resolved = resolveSkill(name, { workspace: shelf.workspace, home: shelf.home });
  const { skill } = loadSkill(resolved);
  if (skill === undefined) return undefined;
  const { file, folder } = resolved;
  // Files of a workflow may belong to steps that haven't been entered; a loose file has no folder of its own.
  const alone = skill.kind === "workflow" || basename(folder) !== name;
  return {
    name,
    text: servedText(skill),
    folder,
    files: alone ? [] : listSkillFiles(folder, [basename(file), MAIN]),
  };
}

async function entryOf(served: Served | undefined): Promise<Entry | undefined> {
  if (served === undefined) return undefined;
  const { name, text, folder, files } = served;
  const key = `${folder}\0${name}`;
  const stamp = JSON.stringify([text, files]);
  const before = kept.get(key);
  if (before?.stamp === stamp) return before.entry;
  const contents: Record<string, string | Uint8Array> = { [MAIN]: text };
  for (const { path } of files) {
    const bytes = readSkillFile(folder, path);
    if (bytes !== undefined) contents[path] = bytes;
  }
  const entry = await skillEntry(name, contents).catch(() => undefined);
  if (kept.size >= MAX_KEPT) kept.clear();
  if (entry !== undefined) kept.set(key, { stamp, entry });
  return entry;
}

/** The skill and the path that an address means. */
function partsOf(uri: string): { name: string; path: string } | undefined {
  const found = /^skill:\/\/([a-z0-9-]{1,64})(?:\/(.+))?$/.exec(uri);
  if (found === null) return undefined;
  try {
    return { name: found[1], path: (found[2] ?? "").split("/").map(decodeURIComponent).join("/") };
  } catch {
    return undefined;
  }
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function folderAt(uri: string): Resource {
  return { uri, name: decodeURIComponent(basename(uri)), mimeType: DIRECTORY_MIME_TYPE };
}

function fileAt(uri: string): Resource {
  return { uri, name: decodeURIComponent(basename(uri)) };
}

function textOf(bytes: Uint8Array): { text: string } | undefined {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return undefined;
  }
}
