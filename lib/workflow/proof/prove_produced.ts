/**
 * Every output that a step refers to exists whenever the step is entered.
 * @module
 */

import type { Graph } from "../graph.ts";
import { findProduced } from "../produced.ts";
import type { Workflow } from "../workflow.ts";
import type { Claim } from "./claim.ts";
import { waysFromStart } from "./short_path.ts";

/** References whose missing path is shown: each costs a search. */
const SHOWN = 50;

/** One claim for each output that a reachable step refers to. */
export function proveProduced(workflow: Workflow, graph: Graph): Claim[] {
  const produced = findProduced(workflow, graph);
  const wayTo = waysFromStart(graph);
  let shown = 0;
  return workflow.order.filter((id) => graph.reachable.has(id)).flatMap((step) => {
    const names = workflow.steps[step].references.filter((one) => one.kind === "step").map((one) => one.name);
    return [...new Set(names)].map((name): Claim => {
      const claim = (holds: boolean, text: string, way: Pick<Claim, "path" | "omitted"> = { path: [] }): Claim => ({
        kind: "produced",
        step,
        holds,
        text,
        ...way,
      });
      if (!Object.hasOwn(workflow.steps, name)) return claim(false, `{{${name}}} names no step`, wayTo(step));
      if (workflow.steps[name].children) {
        return claim(false, `{{${name}}} names a dispatcher, which has no output of its own`, wayTo(step));
      }
      if (produced.always(name, step)) return claim(true, `{{${name}}} exists on every path`);
      return claim(false, `{{${name}}} is missing on a path`, {
        path: (shown++ < SHOWN ? produced.without(name, step) : undefined) ?? [],
      });
    });
  });
}
