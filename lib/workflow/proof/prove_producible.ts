/**
 * Every contract can be met, and every gate and approval comes to a verdict.
 * @module
 */

import type { Graph } from "../graph.ts";
import type { Step, Workflow } from "../workflow.ts";
import type { Claim } from "./claim.ts";
import { contractFault } from "./contract_fault.ts";
import { waysFromStart } from "./short_path.ts";

/** One claim for each gate, list of files, approval, expectation and contract of a step; children count at their join. */
export function proveProducible(workflow: Workflow, graph: Graph): Claim[] {
  const wayTo = waysFromStart(graph);
  return workflow.order.map((id) => workflow.steps[id])
    .filter((step) => step.dispatcher === undefined && graph.reachable.has(step.id))
    .flatMap((step) => {
      const fault = contractFault(workflow, step);
      const claim = { kind: "producible" as const, step: step.id };
      if (fault !== undefined) {
        return [{ ...claim, holds: false, text: `No deliverable is ever accepted: ${fault}`, ...wayTo(step.id) }];
      }
      return texts(step).map((text): Claim => ({ ...claim, holds: true, text, path: [] }));
    });
}

function texts(step: Step): string[] {
  const { loop, files, approval, command, require, schema } = step;
  const found: string[] = [];
  if (require || schema) found.push("The contract can be met");
  if (files) found.push(`${files.length === 1 ? "1 file is" : `${files.length} files are`} looked for`);
  if (loop?.gate) found.push(`\`${loop.gate.run}\` passes, fails, or can't be run, within ${loop.gate.timeout} s`);
  if (approval) found.push(`A person chooses ${approval.labels.map((label) => JSON.stringify(label)).join(" or ")}`);
  if (command) found.push(`\`${command.run}\` ends within ${command.timeout} s`);
  return found;
}
