/**
 * What a workflow would run on this machine, for the person who decides whether to trust it. Source: spec "Trust".
 * @module
 */

import { type ExecutedInput, findExecutedInput } from "../workflow/executed_input.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

/** One command of a workflow. */
export interface ListedCommand {
  /** The step that runs it. */
  step: StepId;
  /** What it is. */
  kind: "command" | "gate" | "verify";
  /** The command, as it would be given to the shell. */
  run: string;
  /** Seconds. */
  timeout: number;
  /** What is expected of it. */
  expect?: "success" | "failure";
  /** Of a gate or verify: how often it may run in one visit. */
  max?: number;
  /** Inputs and outputs that it executes: trusting it is trusting whoever writes those. Usually none. */
  executes: ExecutedInput[];
}

/**
 * Every command in the declared order of steps.
 *
 * @example
 * ```ts
 * import { parseSkill } from "@skill-workflow/skill-workflow";
 * import { listCommands } from "./list_commands.ts";
 * const text = "steps:\n  - {id: build, command: make}\n";
 * const { workflow } = parseSkill(text, { path: "build.yaml" });
 * console.assert(listCommands(workflow!)[0].run === "make");
 * ```
 */
export function listCommands(workflow: Workflow): ListedCommand[] {
  const listed: ListedCommand[] = [];
  for (const id of workflow.order) {
    const { command, expect, loop } = workflow.steps[id];
    if (command !== undefined) {
      listed.push({
        step: id,
        kind: "command",
        run: command.run,
        timeout: command.timeout,
        ...(expect !== undefined && { expect }),
        executes: findExecutedInput(command.run),
      });
    }
    if (loop?.gate !== undefined) {
      listed.push({
        step: id,
        kind: loop.from === "verify" ? "verify" : "gate",
        run: loop.gate.run,
        timeout: loop.gate.timeout,
        max: loop.max,
        executes: findExecutedInput(loop.gate.run),
      });
    }
  }
  return listed;
}
