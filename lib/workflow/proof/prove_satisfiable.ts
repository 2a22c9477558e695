/**
 * Every join can be satisfied: a dispatcher goes on once each child has handed in its result.
 * @module
 */

import type { Graph } from "../graph.ts";
import type { Step, StepId, Workflow } from "../workflow.ts";
import type { Claim } from "./claim.ts";
import { waysFromStart } from "./short_path.ts";
import { contractFault } from "./contract_fault.ts";

/** One claim for each dispatcher that can be reached. */
export function proveSatisfiable(workflow: Workflow, graph: Graph): Claim[] {
  const wayTo = waysFromStart(graph);
  return workflow.order.map((id) => workflow.steps[id]).filter((step) => step.children && graph.reachable.has(step.id))
    .map((step): Claim => {
      const ids = step.children!.map((child) => child.id);
      const fault = ids.map((id) => childFault(workflow, step, id)).find((one) => one !== undefined);
      return {
        kind: "satisfiable",
        step: step.id,
        holds: fault === undefined,
        text: fault ??
          `Waits for ${ids.map((id) => JSON.stringify(id)).join(", ")}, each of which can hand in a result`,
        ...(fault === undefined ? { path: [] } : wayTo(step.id)),
      };
    });
}

function childFault(workflow: Workflow, dispatcher: Step, id: StepId): string | undefined {
  if (!Object.hasOwn(workflow.steps, id)) return `Its child "${id}" doesn't exist`;
  const child = workflow.steps[id];
  if (child.kind !== "child") return `Its child "${id}" is no step of an agent`;
  if (child.dispatcher !== dispatcher.id) return `Its child "${id}" belongs to "${child.dispatcher}"`;
  const fault = contractFault(workflow, child);
  return fault && `Its child "${id}" can't hand in a result: ${fault}`;
}
