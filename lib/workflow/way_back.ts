/**
 * What a way back is. Source: spec "What a delivery does, in order".
 * @module
 */

import type { Edge } from "./graph.ts";
import type { StepId, Workflow } from "./workflow.ts";

/** Tells of an edge whether it's a way back: it leads to the same or to an earlier declared step. */
export function wayBackTest(workflow: Workflow): (edge: Pick<Edge, "from" | "to">) => boolean {
  const position = new Map<StepId, number>(workflow.order.map((id, i) => [id, i]));
  return (edge) => position.get(edge.to)! <= position.get(edge.from)!;
}
