/**
 * `unknown-variable`: a condition reads a variable that context_schema doesn't declare, or a name that there isn't.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { conditionFindings } from "./condition_findings.ts";

/** The rule. */
export const unknownVariable: GraphRule = Object.freeze({
  code: "unknown-variable",
  severity: "error",
  stage: "graph",
  summary: "A condition reads a variable that isn't declared, or a name that there isn't",
  check: (workflow: Workflow): Finding[] => conditionFindings(workflow, "unknown-variable"),
});
