/**
 * `shadowed-branch`: a way out that another one, tried before it, always takes away.
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { Finding, GraphRule } from "../rule.ts";
import { containsSentinel } from "../sentinel.ts";
import type { Exit, Step, Workflow } from "../workflow.ts";
import { exitName, quoted } from "./say.ts";

/** Earlier branches that one is compared with: no step has more that a person wrote. */
const COMPARED = 100;

/** The rule. */
export const shadowedBranch: GraphRule = Object.freeze({
  code: "shadowed-branch",
  severity: "warning",
  stage: "graph",
  summary: "A way out can never be taken, because one that is tried before it always applies first",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) => {
      const step = workflow.steps[id];
      return [...behindApproval(step), ...behindBranches(step), ...behindConditions(step)];
    }),
});

/** An approval always decides. */
function behindApproval(step: Step): Finding[] {
  const approval = step.exits.find((exit) => exit.kind === "approval");
  if (approval === undefined) return [];
  return step.exits.filter((exit) => !exit.implied && exit.kind !== "approval" && exit.kind !== "exhausted").map((
    exit,
  ) =>
    shadowed(step, exit, exit.range, "the approval always decides", { message: "The approval", range: approval.range })
  );
}

function behindBranches(step: Step): Finding[] {
  const branches = step.exits.filter((exit) => exit.kind === "branch");
  return branches.flatMap((exit, i): Finding[] => {
    const earlier = branches.slice(0, Math.min(i, COMPARED)).find((other) => containsSentinel(exit.when!, other.when!));
    if (earlier === undefined) return [];
    const why = `wherever it's found, ${quoted(earlier.when!)} is found as well and wins`;
    const range = step.ranges[`branch.${i}.when`] ?? exit.range;
    return [shadowed(step, exit, range, why, {
      message: `The branch that wins`,
      range: step.ranges[`branch.${branches.indexOf(earlier)}.when`] ?? earlier.range,
    })];
  });
}

/** The same condition twice: the second is never asked. */
function behindConditions(step: Step): Finding[] {
  const first = new Map<string, Exit>();
  return step.exits.filter((exit) => exit.condition).flatMap((exit): Finding[] => {
    const text = exit.condition!.text.replace(/\s+/g, " ").trim();
    const earlier = first.get(text);
    if (earlier === undefined) {
      first.set(text, exit);
      return [];
    }
    return [shadowed(step, exit, exit.condition!.range, "the same condition stands before it", {
      message: "The transition that wins",
      range: earlier.condition!.range,
    })];
  });
}

function shadowed(
  step: Step,
  exit: Exit,
  range: Range,
  why: string,
  related: { message: string; range: Range },
): Finding {
  return {
    message: `Step ${quoted(step.id)}: ${exitName(exit)}${
      exit.target === null ? "" : ` to ${quoted(exit.target)}`
    } is never taken: ${why}`,
    range,
    related: [related],
    help: "Put it before the other, make the other more particular, or take it out",
  };
}
