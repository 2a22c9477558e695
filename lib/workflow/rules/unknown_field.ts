/**
 * `unknown-field`: a condition reads the output or the visits of a step that there isn't, or a field of a value that has none.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { conditionFindings } from "./condition_findings.ts";

/** The rule. */
export const unknownField: GraphRule = Object.freeze({
  code: "unknown-field",
  severity: "error",
  stage: "graph",
  summary: "A condition reads a field or a step that there isn't",
  check: (workflow: Workflow): Finding[] => conditionFindings(workflow, "unknown-field"),
});
