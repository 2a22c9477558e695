/**
 * `falls-into-jump-target`: by the declared order alone, the run goes on into a path that another step jumps to.
 * @module
 */

import type { Edge, Graph } from "../graph.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Step, StepId, Workflow } from "../workflow.ts";
import { exitName, quoted } from "./say.ts";

const JUMPS = new Set<Edge["kind"]>(["branch", "condition", "choice", "approval"]);

/** The rule. */
export const fallsIntoJumpTarget: GraphRule = Object.freeze({
  code: "falls-into-jump-target",
  severity: "warning",
  stage: "graph",
  summary: "By the declared order alone, the run goes on into a step that an earlier step jumps to",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    const position = new Map<StepId, number>(workflow.order.map((id, i) => [id, i]));
    return workflow.order.flatMap((id): Finding[] => {
      const step = workflow.steps[id];
      const [fall] = step.exits;
      if (step.exits.length !== 1 || fall.kind !== "successor" || fall.target === null) return [];
      const target = workflow.steps[fall.target];
      if (target === undefined || !endsHere(target)) return [];
      const jump = graph.into.get(target.id)!.find((edge) =>
        JUMPS.has(edge.kind) && position.get(edge.from)! < position.get(id)!
      );
      if (jump === undefined || usesWhatWasSkipped(target, position, position.get(jump.from)!)) return [];
      return [{
        message: `After step ${quoted(id)} the run goes on into ${quoted(target.id)} by the declared order alone; ` +
          `${quoted(jump.from)} jumps there`,
        range: step.range,
        related: [
          {
            message: `${exitName(jump.exit!)} of ${quoted(jump.from)} jumps to ${quoted(target.id)}`,
            range: jump.exit!.range,
          },
          { message: `Step ${quoted(target.id)}`, range: target.range },
        ],
        help: `Write "end: true" at ${quoted(id)} if the run ends there, or "next: ${target.id}" if this way is meant`,
      }];
    });
  },
});

/** A path of one step that ends the run: what a short cut looks like. */
function endsHere(step: Step): boolean {
  return step.exits.length > 0 && step.exits.every((exit) => exit.target === null);
}

/** A step that refers to an output from between is a place where the ways join again, which is what a jump ahead is for. */
function usesWhatWasSkipped(step: Step, position: Map<StepId, number>, from: number): boolean {
  return step.references.some(({ kind, name }) => kind === "step" && (position.get(name) ?? -1) > from);
}
