/**
 * Why a step's contract can't be met.
 * @module
 */

import { findPatternProblem } from "../contract/mod.ts";
import { schemaProblems } from "../rules/schema_findings.ts";
import { contradictions } from "../rules/unsatisfiable_contract.ts";
import type { Step, Workflow } from "../workflow.ts";

/** One line; undefined where nothing is known against it. */
export function contractFault(workflow: Workflow, step: Step): string | undefined {
  const pattern = step.require?.lastLineRegex;
  return (pattern === undefined ? undefined : findPatternProblem(pattern)) ??
    schemaProblems(workflow, step)[0]?.message ??
    contradictions(workflow, step)[0]?.message.slice(`Step ${JSON.stringify(step.id)}: `.length);
}
