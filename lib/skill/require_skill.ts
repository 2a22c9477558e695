/**
 * Turns what was read into a skill, or into the error that says why not. Source: spec "Errors" of the runtime.
 * @module
 */

import type { Diagnostic } from "../diagnostic.ts";
import { SectionNotFoundError, WorkflowParseError, WorkflowSchemaError } from "../error.ts";
import type { ReadSkill } from "./read_skill.ts";
import type { Skill } from "./skill.ts";
import { TEXT_RULES } from "./text_rules.ts";

const SHOWN_MAX = 10;

const TEXT_CODES: ReadonlySet<string> = new Set(TEXT_RULES.map((rule) => rule.code));

/**
 * The skill, where nothing that was found is an error.
 *
 * @throws {WorkflowParseError} the text can't be read
 * @throws {WorkflowSchemaError} the text is well formed, but it isn't a workflow
 * @throws {SectionNotFoundError} nothing else is wrong but that a step's section is missing or ambiguous
 *
 * @example
 * ```ts
 * import { readSkill } from "./read_skill.ts";
 * import { requireSkill } from "./require_skill.ts";
 * console.assert(requireSkill(readSkill("---\nname: a\ndescription: b\n---\n")).kind === "reference");
 * ```
 */
export function requireSkill({ skill, diagnostics }: ReadSkill): Skill {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (skill !== undefined && errors.length === 0) return skill;
  const message = messageOf(errors, skill?.name);
  if (errors.some(({ code }) => TEXT_CODES.has(code))) throw new WorkflowParseError(message, diagnostics);
  if (errors.some(({ code }) => !code.startsWith("section-"))) throw new WorkflowSchemaError(message, diagnostics);
  throw new SectionNotFoundError(message, diagnostics);
}

/** Complete in itself: every error with its place and what to do. */
function messageOf(errors: readonly Diagnostic[], name: string | undefined): string {
  const count = errors.length === 1 ? "an error" : `${errors.length} errors`;
  const lines = errors.slice(0, SHOWN_MAX).map(({ file, range: { start }, message, help }) =>
    `${file ?? "line"}:${start.line}:${start.column}: ${message}${help ? ` (${help})` : ""}`
  );
  if (errors.length > SHOWN_MAX) lines.push(`and ${errors.length - SHOWN_MAX} more`);
  return [`Skill ${name ? `"${name}" ` : ""}has ${count}`, ...lines].join("\n");
}
