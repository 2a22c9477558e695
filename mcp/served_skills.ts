/**
 * Skills as the Skills extension serves them.
 * @module
 */

import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { stringify } from "yaml";
import { findSkills } from "../lib/host/find_skills.ts";
import { loadSkill } from "../lib/host/load_skill.ts";
import { resolveSkill } from "../lib/host/resolve_skill.ts";
import { readableBody } from "../lib/skill/readable_body.ts";
import type { Skill } from "../lib/skill/skill.ts";

/** Whose skills are served. */
export interface SkillShelf {
  workspace: string;
  home: string;
  /** Throws where the caller hasn't got a skill. */
  requireSkill?(name: string): void;
}

type Entry = Awaited<ReturnType<typeof skillEntry>>;

/** The workflow and its steps are handed out by the tools, one at a time. */
const WITHHELD = "workflow";

/** A skill's `SKILL.md` without its workflow: the front matter but for that key, and the body that may be read. */
export function servedText(skill: Skill): string {
  const front = Object.fromEntries(Object.entries(skill.frontMatter).filter(([key]) => key !== WITHHELD));
  return `---\n${stringify(front)}---\n${readableBody(skill)}`;
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
  const found = await Promise.all(shelvedNames(shelf).map((name) => servedEntry(shelf, name)));
  return found.filter((one) => one !== undefined);
}

/** Undefined for a skill that isn't there, or whose fields the extension doesn't take. */
export async function servedEntry(shelf: SkillShelf, name: string | undefined): Promise<Entry | undefined> {
  const text = servedFile(shelf, name);
  if (name === undefined || text === undefined) return undefined;
  return await skillEntry(name, { "SKILL.md": text }).catch(() => undefined);
}

/** The text of a skill's `SKILL.md`; undefined for a skill that isn't there. */
export function servedFile(shelf: SkillShelf, name: string | undefined): string | undefined {
  if (name === undefined || !shelvedNames(shelf).includes(name)) return undefined;
  const { skill } = loadSkill(resolveSkill(name, { workspace: shelf.workspace, home: shelf.home }));
  return skill && servedText(skill);
}
