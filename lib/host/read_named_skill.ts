/**
 * From a name or path to a skill without errors.
 * @module
 */

import { requireSkill } from "../skill/require_skill.ts";
import type { LoadedSkill } from "./engine/ports.ts";
import { loadSkill } from "./load_skill.ts";
import { resolveSkill } from "./resolve_skill.ts";
import type { FindOptions } from "./scan_skills.ts";

/** Finds and reads a skill; throws the typed errors of resolving and parsing. */
export function readNamedSkill(nameOrPath: string, options: FindOptions): LoadedSkill {
  const resolved = resolveSkill(nameOrPath, options);
  return {
    skill: requireSkill(loadSkill(resolved)),
    file: resolved.file,
    folder: resolved.folder,
    notices: resolved.shadows.map((shadow) => `${shadow} has the same name and is shadowed by ${resolved.shown}`),
  };
}
