/**
 * Every contract can be met, and every gate and approval comes to a verdict.
 * @module
 */

import type { Graph } from "../graph.ts";
import type { Step, Workflow } from "../workflow.ts";
import type { Claim } from "./claim.ts";
import { contractFault } from "./contract_fault.ts";

/** One claim for each gate, list of files, approval, expectation and contract of a step; children count at their join. */
export function proveProducible(workflow: Workflow, graph: Graph): Claim[] {
  return workflow.order.map((id) => workflow.steps[id])
    .filter((step) => step.dispatcher === undefined && graph.reachable.has(step.id))
    .flatMap((step) => {
      const fault = contractFault(workflow, step);
      const claim = (holds: boolean, text: string): Claim => ({
        kind: "producible",
        step: step.id,
        holds,
        text,
        path: [],
      });
      if (fault !== undefined) return [claim(false, `No deliverable is ever accepted: ${fault}`)];
      return texts(step).map((text) => claim(true, text));
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
