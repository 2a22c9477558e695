/**
 * `missing-default`: a step's branches and conditions may all fail, and then there is no way out.
 * @module
 */

import { parseCondition } from "../condition/mod.ts";
import { findUncovered } from "../coverage/find_uncovered.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const missingDefault: GraphRule = Object.freeze({
  code: "missing-default",
  severity: "error",
  stage: "graph",
  summary: "A step's branches and conditions may all fail, and there is no other way out",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id): Finding[] => {
      const step = workflow.steps[id];
      const ways = step.exits.filter((exit) => exit.kind !== "exhausted");
      if (ways.length === 0 || ways.some((exit) => exit.kind !== "branch" && exit.kind !== "condition")) return [];
      const conditions = ways.flatMap((exit) => exit.condition ? [exit.condition.text] : []);
      // A condition that can't be read is a finding of its own; what it would cover isn't known.
      if (conditions.some((text) => parseCondition(text).ast === undefined)) return [];
      const uncovered = conditions.length > 0 ? findUncovered(conditions, workflow.variables) : "";
      if (uncovered === undefined) return [];
      const what = [
        conditions.length > 0 ? "condition is true" : "",
        conditions.length < ways.length ? "branch matches" : "",
      ]
        .filter((part) => part !== "").join(" and no ");
      return [{
        message: `Step ${quoted(id)} has no way out where no ${what}${
          uncovered === "" ? "" : `, for instance where ${uncovered}`
        }`,
        range: step.range,
        related: ways.slice(0, 8).map((exit) => ({
          message: exit.condition
            ? `Only if ${exit.condition.text}`
            : `Only with ${quoted(exit.when ?? "")} in the output`,
          range: exit.condition?.range ?? exit.range,
        })),
        help: 'Write "- default: <step>" as the last of its transitions, or "next: <step>", or "end: true"',
      }];
    }),
});
