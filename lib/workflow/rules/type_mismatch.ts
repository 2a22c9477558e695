/**
 * `type-mismatch`: a condition compares or combines values whose types don't go together, or isn't true or false itself.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { conditionFindings } from "./condition_findings.ts";

/** The rule. */
export const typeMismatch: GraphRule = Object.freeze({
  code: "type-mismatch",
  severity: "error",
  stage: "graph",
  summary: "A condition puts together values whose types don't fit, or isn't true or false",
  check: (workflow: Workflow): Finding[] => conditionFindings(workflow, "type-mismatch"),
});
