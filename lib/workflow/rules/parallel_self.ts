/**
 * `parallel-self`: a dispatcher lists itself among its children.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const parallelSelf: GraphRule = Object.freeze({
  code: "parallel-self",
  severity: "error",
  stage: "graph",
  summary: "A dispatcher lists itself among its children",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) =>
      (workflow.steps[id].children ?? []).filter((child) => child.id === id).map((child) => ({
        message: `Step ${quoted(id)} lists itself among its parallel children`,
        range: child.range,
        help: "Name the steps that are worked on side by side; the dispatcher only hands them out",
      }))
    ),
});
