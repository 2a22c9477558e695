/**
 * Paths of skills, read as texts: on any system, with either separator.
 * @module
 */

/**
 * The folder's name of a `SKILL.md`; undefined for other files, and where the path doesn't tell.
 *
 * @example
 * ```ts
 * import { folderOfSkill } from "./skill_path.ts";
 * console.assert(folderOfSkill("skills/tidy/SKILL.md") === "tidy" && folderOfSkill("SKILL.md") === undefined);
 * ```
 */
export function folderOfSkill(path: string | undefined): string | undefined {
  const parts = path?.split(/[/\\]/) ?? [];
  if (parts.pop()?.toLowerCase() !== "skill.md") return undefined;
  const folder = parts.pop();
  return folder !== undefined && isName(folder) ? folder : undefined;
}

/**
 * The name of a skill that is a YAML file: the file's without its ending, or its folder's for a `workflow.yaml`.
 *
 * @example
 * ```ts
 * import { nameOfYaml } from "./skill_path.ts";
 * console.assert(nameOfYaml("workflows/fix-bug.yaml") === "fix-bug" && nameOfYaml("fix-bug/workflow.yml") === "fix-bug");
 * ```
 */
export function nameOfYaml(path: string): string {
  const parts = path.split(/[/\\]/);
  const name = parts.pop()!;
  const stem = name.slice(0, Math.max(name.lastIndexOf("."), 1));
  const folder = parts.pop() ?? "";
  return stem === "workflow" && isName(folder) ? folder : stem;
}

/** Whether the part of a path is a folder's own name. */
function isName(part: string): boolean {
  return !["", ".", ".."].includes(part) && !part.endsWith(":");
}

/**
 * Whether a file is YAML, by its ending.
 *
 * @example
 * ```ts
 * import { isYamlPath } from "./skill_path.ts";
 * console.assert(isYamlPath("a.yml") && !isYamlPath("a.md"));
 * ```
 */
export function isYamlPath(path: string | undefined): boolean {
  const lower = path?.toLowerCase() ?? "";
  return lower.endsWith(".yaml") || lower.endsWith(".yml");
}

/**
 * A path inside the skill's folder, beside the skill's own path.
 *
 * @example
 * ```ts
 * import { besideSkill } from "./skill_path.ts";
 * console.assert(besideSkill("skills/tidy/SKILL.md", "workflow.yaml") === "skills/tidy/workflow.yaml");
 * ```
 */
export function besideSkill(path: string | undefined, file: string): string {
  const end = path === undefined ? -1 : Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return end < 0 ? file : path!.slice(0, end + 1) + file;
}
