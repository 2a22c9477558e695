/**
 * `constant-condition`: a condition has the same outcome whatever happens.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { conditionFindings } from "./condition_findings.ts";

/** The rule. */
export const constantCondition: GraphRule = Object.freeze({
  code: "constant-condition",
  severity: "warning",
  stage: "graph",
  summary: "A condition has the same outcome whatever happens",
  check: (workflow: Workflow): Finding[] => conditionFindings(workflow, "constant-condition"),
});
