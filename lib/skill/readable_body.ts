/**
 * What of a skill's text may be read without walking its workflow.
 * @module
 */

import type { Skill } from "./skill.ts";

/**
 * The body without the sections that belong to steps.
 *
 * @example
 * ```ts
 * import { parseSkill, readableBody } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, section_matcher: '## One', end: true}\n---\nCall start_workflow.\n\n## One\n\nGo.\n";
 * console.assert(readableBody(parseSkill(text)).trim() === "Call start_workflow.");
 * ```
 */
export function readableBody(skill: Skill): string {
  const owned = Object.values(skill.workflow?.steps ?? {})
    .filter((step) => step.source.kind === "section" && step.source.section !== undefined)
    .map((step) => skill.sections[step.source.section!])
    .sort((a, b) => a.range.start.offset - b.range.start.offset);
  const start = skill.bodyOffset;
  let body = "";
  let at = start;
  for (const section of owned) {
    if (section.range.start.offset < at) continue;
    body += skill.body.slice(at - start, section.range.start.offset - start);
    at = section.end;
  }
  return body + skill.body.slice(at - start);
}
