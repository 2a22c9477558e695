/**
 * The scenario files beside a skill: `tests/*.yaml` in its folder.
 * @module
 */

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { ENTRY_FILES } from "./scan_skills.ts";
import type { ResolvedSkill } from "./resolve_skill.ts";

/** A scenario file. */
export interface ScenarioFile {
  /** Absolute. */
  path: string;
  /** As shown to people. */
  shown: string;
}

/**
 * Sorted by name. A loose file (`review.yaml`), which has no folder of its own, has `tests/review.yaml` and
 * `tests/review.*.yaml`.
 */
export function findScenarios(skill: ResolvedSkill): ScenarioFile[] {
  const folder = join(skill.folder, "tests");
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const file = basename(skill.file);
  const own = ENTRY_FILES.includes(file) ? "" : `${file.slice(0, -extname(file).length)}.`;
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name) && entry.name.startsWith(own))
    .map(({ name }) => name)
    .sort()
    .map((name) => ({
      path: join(folder, name),
      shown: join(dirname(skill.shown), "tests", name).replaceAll("\\", "/"),
    }));
}
