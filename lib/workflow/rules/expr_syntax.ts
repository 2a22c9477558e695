/**
 * `expr-syntax`: a condition isn't CEL, or uses a part of CEL that isn't available.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { conditionFindings } from "./condition_findings.ts";

/** The rule. */
export const exprSyntax: GraphRule = Object.freeze({
  code: "expr-syntax",
  severity: "error",
  stage: "graph",
  summary: "A condition isn't CEL, or uses a part of it that isn't available",
  check: (workflow: Workflow): Finding[] => conditionFindings(workflow, "expr-syntax"),
});
