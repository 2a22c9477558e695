/**
 * `bad-pattern`: `last_line_regex` can't be used.
 * @module
 */

import { findPatternProblem } from "../contract/mod.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const badPattern: GraphRule = Object.freeze({
  code: "bad-pattern",
  severity: "error",
  stage: "graph",
  summary: "A last_line_regex isn't an RE2 pattern",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id): Finding[] => {
      const require = workflow.steps[id].require;
      const problem = require?.lastLineRegex === undefined ? undefined : findPatternProblem(require.lastLineRegex);
      if (require === undefined || problem === undefined) return [];
      return [{
        message: `Step ${quoted(id)}: ${problem}`,
        range: require.ranges.last_line_regex ?? require.range,
        help: "Patterns are RE2, as in Go: no look-around, no back references, so that matching takes linear time",
      }];
    }),
});
