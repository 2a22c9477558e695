/**
 * A skill that an agent writes down: a reference, in one root, never over another one, and trusted by nobody yet.
 * Source: spec "Agents and the one dispatch".
 * @module
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { InvalidInputError } from "../../error.ts";
import { leadsTo } from "../inside.ts";
import { loadSkill } from "../load_skill.ts";
import { writeNewSkill } from "../new_skill.ts";
import type { CreateSkillArguments } from "./agents_type.ts";

/** The root for both scopes, below the workspace or the home folder: the one that most clients read. */
const ROOT = ".agents/skills";

/** What was written. */
export interface CreatedSkill {
  name: string;
  scope: "project" | "global";
  /** Below the workspace, or `~/…`. */
  file: string;
}

/**
 * Writes the skill.
 *
 * @throws {InvalidInputError} the name isn't one or is taken, the root leads elsewhere, or the text isn't a skill
 * @throws {StorageError} the system refused
 */
export function createSkill(args: CreateSkillArguments, where: { workspace: string; home: string }): CreatedSkill {
  const { name, description, body, scope = "project" } = args;
  const base = scope === "project" ? where.workspace : where.home;
  for (const part of [".agents", ROOT]) {
    const lead = leadsTo(base, part, scope === "project" ? "the workspace" : "the home folder");
    if (lead.kind === "outside" || lead.kind === "unreadable") {
      throw new InvalidInputError(`No skill can be written into "${part}", which ${lead.why}: write it by hand`, {
        field: "scope",
        wanted: "a folder of its own",
        actual: part,
      });
    }
  }
  const written = writeNewSkill(
    name,
    join(base, ROOT),
    () => ({ "SKILL.md": skillText(name, description, body) }),
    "choose another name",
  );
  const file = join(written.folder, "SKILL.md");
  const problem = problemOf(name, file, written.folder);
  if (problem !== undefined) {
    // It was made above, so what's in it is ours.
    rmSync(written.folder, { recursive: true, force: true });
    throw new InvalidInputError(`The text isn't a skill: ${problem}`, { field: "body", wanted: null, actual: null });
  }
  return { name, scope, file: `${scope === "global" ? "~/" : ""}${ROOT}/${name}/SKILL.md` };
}

/** JSON is YAML, so no description can end its line or begin another key. */
function skillText(name: string, description: string, body: string): string {
  const said = JSON.stringify(description.replace(/\s+/g, " ").trim());
  return `---\nname: ${
    JSON.stringify(name)
  }\ndescription: ${said}\nmetadata:\n  kind: reference\n---\n\n${body.trim()}\n`;
}

function problemOf(name: string, file: string, folder: string): string | undefined {
  const { diagnostics } = loadSkill({ name, scope: "path", file, folder, shown: file, shadows: [] });
  return diagnostics.find(({ severity }) => severity === "error")?.message;
}
