/**
 * A skill's workflow, fit to be started.
 * @module
 */

import { type Diagnostic, hasErrors } from "../../diagnostic.ts";
import { InvalidDAGStructureError, SectionNotFoundError, WorkflowResolutionError } from "../../error.ts";
import { validateGraph } from "../../workflow/validate_graph.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { LoadedSkill } from "./ports.ts";

/**
 * The workflow of a skill that has one without errors.
 *
 * @throws {WorkflowResolutionError} the skill has no workflow
 * @throws {SectionNotFoundError} a step's section is missing or ambiguous
 * @throws {InvalidDAGStructureError} any other error of the workflow
 */
export function checkedWorkflow({ skill, file }: LoadedSkill): Workflow {
  if (!skill.workflow) {
    throw new WorkflowResolutionError(
      `The skill "${skill.name}" has no workflow, it is a reference: read it with read_skill`,
      { name: skill.name, file },
    );
  }
  const errors = validateGraph(skill.workflow).filter((diagnostic) => diagnostic.severity === "error");
  if (!hasErrors(errors)) return skill.workflow;
  const message = `The workflow "${skill.workflow.name}" can't start, ${
    errors.length === 1 ? "it has an error" : `it has ${errors.length} errors`
  }:\n${errors.map((error) => lineOf(error, file)).join("\n")}`;
  throw errors.some((error) => error.code === "section-missing" || error.code === "section-ambiguous")
    ? new SectionNotFoundError(message, errors)
    : new InvalidDAGStructureError(message, errors);
}

function lineOf({ file, range, code, message, help }: Diagnostic, fallback: string): string {
  const place = `${file ?? fallback}:${range.start.line}:${range.start.column}`;
  return `${place} ${code}: ${message}${help ? ` (${help})` : ""}`;
}
