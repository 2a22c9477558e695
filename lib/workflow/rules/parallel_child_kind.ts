/**
 * `parallel-child-kind`: a parallel child is a command or a dispatcher; only an agent's step can be handed to a subagent.
 * @module
 */

import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const parallelChildKind: GraphRule = Object.freeze({
  code: "parallel-child-kind",
  severity: "error",
  stage: "graph",
  summary: "A parallel child is a command step or a dispatcher",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) =>
      (workflow.steps[id].children ?? []).flatMap((child): Finding[] => {
        if (child.id === id || !Object.hasOwn(workflow.steps, child.id)) return [];
        const step = workflow.steps[child.id];
        const kind = step.children ? "a dispatcher itself" : step.command ? "a command step" : undefined;
        if (kind === undefined) return [];
        return [{
          message: `Step ${quoted(id)}: child ${quoted(child.id)} is ${kind}; a child must be an agent's step`,
          range: child.range,
          related: [{ message: `Step ${quoted(child.id)}`, range: step.range }],
          help: step.children
            ? "List its children here, or run the two dispatchers one after the other"
            : "Run the command in a step of its own, or let a child ask the agent to run it",
        }];
      })
    ),
});
