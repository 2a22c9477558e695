/**
 * `possibly-unset`: a condition takes a value that may be null for one that is set.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { conditionFindings } from "./condition_findings.ts";

/** The rule. */
export const possiblyUnset: GraphRule = Object.freeze({
  code: "possibly-unset",
  severity: "warning",
  stage: "graph",
  summary: "A condition takes a value that may be null for one that is set",
  check: (workflow: Workflow): Finding[] => conditionFindings(workflow, "possibly-unset"),
});
