/**
 * Parses a skill. Source: spec "Shapes" and "The workflow language".
 * @module
 */

import { readSkill } from "./read_skill.ts";
import { requireSkill } from "./require_skill.ts";
import type { Skill } from "./skill.ts";

/**
 * Parses a skill's text (`SKILL.md` and its like, or a YAML workflow where `path` ends in `.yaml` or `.yml`) to a skill with its
 * compiled workflow. `files` holds the texts of further files by relative path; what is missing comes back as `needs`, and
 * the skill is whole once `needs` is empty. Warnings and infos stay on the skill; the rules on the graph are
 * `validateGraph`'s.
 *
 * @throws {WorkflowParseError} there is an error; `diagnostics` has every finding. `WorkflowSchemaError` where the text is well
 * formed but isn't a workflow, `SectionNotFoundError` where only sections are missing
 *
 * @example
 * ```ts
 * import { parseSkill } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nmetadata: {kind: workflow, workflow: workflow.yaml}\n---\nCall start_workflow.\n";
 * console.assert(parseSkill(text).needs[0] === "workflow.yaml");
 * const files = { "workflow.yaml": "workflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n" };
 * console.assert(parseSkill(text, { files }).workflow?.initial === "one");
 * ```
 */
export function parseSkill(
  text: string | Uint8Array,
  options: { path?: string; files?: Record<string, string> } = {},
): Skill {
  return requireSkill(readSkill(text, options));
}
