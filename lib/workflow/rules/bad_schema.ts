/**
 * `bad-schema`: a step's `schema` isn't a JSON Schema.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { schemaFindings } from "./schema_findings.ts";

/** The rule. */
export const badSchema: GraphRule = Object.freeze({
  code: "bad-schema",
  severity: "error",
  stage: "graph",
  summary: "A step's schema isn't a JSON Schema",
  check: (workflow: Workflow): Finding[] =>
    schemaFindings(
      workflow,
      "bad-schema",
      "The dialect is JSON Schema, draft 2020-12; deliverables are checked against it",
    ),
});
