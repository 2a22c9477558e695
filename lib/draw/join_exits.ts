/**
 * The ways out of a step as a picture has them: one line to each target.
 * @module
 */

import type { Exit, Step } from "../workflow/workflow.ts";

/** The ways from a step to one target. */
export interface JoinedExits<Target> {
  target: Target;
  labels: string[];
  /** Whether the language implies all of them. */
  implied: boolean;
  exits: Exit[];
}

/** What is tried before: another way out behind it is taken only where none of these was. */
const SELECTIVE: readonly Exit["kind"][] = ["approval", "branch", "condition", "choice"];

/**
 * The ways out of a step by target, in the order in which they are tried, each with when it's taken.
 *
 * @param targetOf what stands for the target of a way
 */
export function joinExits<Target>(step: Step, targetOf: (exit: Exit) => Target): JoinedExits<Target>[] {
  const joined = new Map<Target, JoinedExits<Target>>();
  const plain = plainLabel(step);
  for (const exit of step.exits) {
    const target = targetOf(exit);
    const known = joined.get(target) ?? { target, labels: [], implied: true, exits: [] };
    joined.set(target, known);
    known.exits.push(exit);
    known.implied &&= exit.implied === true;
    const label = labelOf(exit, step, plain);
    if (label !== undefined && !known.labels.includes(label)) known.labels.push(label);
  }
  return [...joined.values()];
}

/** When a way out is taken; undefined where it's simply the way on. */
function labelOf(exit: Exit, step: Step, plain: string | undefined): string | undefined {
  switch (exit.kind) {
    case "approval":
      return `person: ${exit.label}`;
    case "branch":
      return `says "${exit.when}"`;
    case "condition":
      return `if ${exit.condition!.text}`;
    case "choice":
      return "agent's choice";
    case "exhausted":
      return step.loop === undefined ? "when exhausted" : `after ${step.loop.max} times`;
    case "end": {
      const only = step.exits.every(({ kind }) => kind === "end" || kind === "exhausted");
      return step.type === "loop_decision" && exit.implied && !only ? "or ended here" : plain;
    }
    case "default":
    case "next":
    case "successor":
      return plain;
  }
}

/** When the way is taken for which no condition was written. */
function plainLabel({ exits }: Step): string | undefined {
  if (exits.some(({ kind }) => SELECTIVE.includes(kind))) return "else";
  return exits.some(({ kind }) => kind === "exhausted") ? "when met" : undefined;
}
