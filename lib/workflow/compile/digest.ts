/**
 * Equality of definitions. Source: spec "The reducer" (a session is pinned to the definition that it started with).
 * @module
 */

import { canonicalJson, hashText } from "../../hash.ts";
import type { Json } from "../../json.ts";
import type { Command, Exit, Step, Workflow } from "../workflow.ts";

/** A hash of what a workflow says, without where it says it: a comment or a blank line more changes nothing. */
export function digestOf(workflow: Omit<Workflow, "digest">): string {
  const { steps, variables, order } = workflow;
  const { file: _file, skillFile: _skill, range: _range, ranges: _ranges, diagnostics: _found, ...rest } = workflow;
  const bare = {
    ...rest,
    steps: order.map((id) => bareStep(steps[id])),
    variables: Object.values(variables).map(({ range: _range, ...variable }) => variable).sort(byName),
  };
  return hashText(canonicalJson(bare as unknown as Json));
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function bareStep(step: Step): object {
  const { range: _range, ranges: _ranges, references: _references, ...rest } = step;
  return {
    ...rest,
    source: { kind: step.source.kind, name: step.source.name },
    exits: step.exits.map(bareExit),
    children: step.children?.map((child) => child.id),
    loop: step.loop && { ...step.loop, gate: bareCommand(step.loop.gate), untilRange: undefined, range: undefined },
    require: step.require &&
      { ...step.require, lastLineProgram: undefined, ranges: undefined, range: undefined },
    schema: step.schema?.value,
    files: step.files?.map((file) => file.path),
    approval: step.approval && { ...step.approval, range: undefined },
    command: bareCommand(step.command),
  };
}

function bareExit({ range: _range, condition, ...exit }: Exit): object {
  return { ...exit, condition: condition?.text };
}

function bareCommand(command: Command | undefined): object | undefined {
  return command && { run: command.run, timeout: command.timeout };
}
