/**
 * `unknown-reference`: a `{{…}}` names nothing that there is.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Reference, Step, Workflow } from "../workflow.ts";
import { instead, listed, quoted } from "./say.ts";

/** The rule. */
export const unknownReference: GraphRule = Object.freeze({
  code: "unknown-reference",
  severity: "error",
  stage: "graph",
  summary: "A {{…}} names no step with an output, or no variable",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) => {
      const step = workflow.steps[id];
      return step.references.flatMap((reference): Finding[] => {
        const problem = problemOf(workflow, step, reference);
        if (problem === undefined) return [];
        const file = step.source.file ?? workflow.file;
        return [{
          message: problem,
          range: reference.range,
          ...(file === undefined ? {} : { file }),
          ...(workflow.form === "flat"
            ? { severity: "warning", help: "In the flat form it stays in the text as it is written" }
            : {}),
        }];
      });
    }),
});

function problemOf(workflow: Workflow, step: Step, { kind, name }: Reference): string | undefined {
  if (kind === "input") return undefined;
  if (kind === "context") {
    if (Object.hasOwn(workflow.variables, name)) return undefined;
    const hint = instead(name, Object.keys(workflow.variables), "declared variable");
    return `Step ${quoted(step.id)} refers to the variable ${
      quoted(name)
    }, which isn't declared in context_schema; ${hint}`;
  }
  if (!Object.hasOwn(workflow.steps, name)) {
    const hint = instead(name, workflow.order.filter((id) => id !== step.id), "other step");
    return `Step ${quoted(step.id)} refers to the output of ${quoted(name)}, and there is no such step; ${hint}`;
  }
  const children = workflow.steps[name].children;
  if (!children) return undefined;
  return `Step ${quoted(step.id)} refers to the output of ${
    quoted(name)
  }, a dispatcher, which has none of its own; its ` +
    `children have: ${listed(children.map((child) => child.id))}`;
}
