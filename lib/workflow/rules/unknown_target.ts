/**
 * `unknown-target`: a way out, or a list of children, names a step that doesn't exist.
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { Graph } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Step, StepId, Workflow } from "../workflow.ts";
import { didYouMeanOr, exitName, quoted, rename } from "./say.ts";

/** Words that authors write where they mean the end of the run. */
const END_WORDS = new Set(["end", "done", "finish", "finished", "exit", "stop", "complete", "completed", "terminal"]);

/** The rule. */
export const unknownTarget: GraphRule = Object.freeze({
  code: "unknown-target",
  severity: "error",
  stage: "graph",
  summary: "A way out or a list of children names a step that doesn't exist",
  check: (workflow: Workflow, graph: Graph): Finding[] =>
    workflow.order.flatMap((id) => {
      const step = workflow.steps[id];
      return [
        ...(step.children ?? []).filter((child) => graph.unknown.has(child.id)).map((child) =>
          finding(workflow, graph, step, "child", child.id, child.range)
        ),
        ...step.exits.filter((exit) => exit.target !== null && graph.unknown.has(exit.target)).map((exit) =>
          finding(workflow, graph, step, exitName(exit), exit.target!, exit.range)
        ),
      ];
    }),
});

function finding(workflow: Workflow, graph: Graph, step: Step, what: string, target: StepId, range: Range): Finding {
  const near = graph.unknown.get(target)!;
  const hint = didYouMeanOr(near, workflow.order, "step");
  return {
    message: `Step ${quoted(step.id)}: ${what} names step ${quoted(target)}, which doesn't exist; ${hint}`,
    range,
    ...(END_WORDS.has(target.toLowerCase()) ? { help: 'To end the run after this step write "end: true"' } : {}),
    ...(near.length === 1 ? { repair: rename(workflow, { range }, target, near[0]) } : {}),
  };
}
