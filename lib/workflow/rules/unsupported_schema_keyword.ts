/**
 * `unsupported-schema-keyword`: a step's `schema` uses a keyword that isn't checked here.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { schemaFindings } from "./schema_findings.ts";

/** The rule. */
export const unsupportedSchemaKeyword: GraphRule = Object.freeze({
  code: "unsupported-schema-keyword",
  severity: "error",
  stage: "graph",
  summary: "A step's schema uses a keyword that isn't checked here",
  check: (workflow: Workflow): Finding[] =>
    schemaFindings(
      workflow,
      "unsupported-schema-keyword",
      "A keyword that nobody checks would promise what doesn't hold; say it with one that is, or with require",
    ),
});
