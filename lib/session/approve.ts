/**
 * A person's verdict. Source: spec "What a delivery does, in order", item 5.
 * @module
 */

import { InvalidInputError, StaleInputError } from "../error.ts";
import { type Assurance, type Step, stepOf } from "../workflow/workflow.ts";
import { takeWayOut } from "./advance.ts";
import { type Draft, withKey } from "./draft.ts";
import { leaveBy } from "./enter.ts";
import type { ApproveInput } from "./input.ts";

const RANK: Record<Assurance, number> = { reported: 0, elicited: 1, out_of_band: 2 };

/** Takes an `approve` for the gate and visit that is awaited. */
export function approve(draft: Draft, input: ApproveInput): void {
  const step = stepOf(draft.workflow, draft.step!);
  if (input.step !== step.id || input.visit !== draft.visits[step.id]) {
    throw new StaleInputError(
      `The approval is for visit ${input.visit} of step "${input.step}", but visit ${
        draft.visits[step.id]
      } of step "${step.id}" is awaited`,
      { step: step.id, visit: draft.visits[step.id] },
    );
  }
  takeApproval(draft, step, input);
}

/**
 * Records a verdict and takes its way out.
 *
 * @throws {InvalidInputError} a choice that isn't a label, or an assurance below the gate's
 */
export function takeApproval(
  draft: Draft,
  step: Step,
  verdict: Pick<ApproveInput, "choice" | "by" | "assurance" | "note" | "at">,
): void {
  const { labels, assurance } = step.approval!;
  if (!labels.includes(verdict.choice)) {
    throw new InvalidInputError(
      `"${verdict.choice}" is no answer to the approval of step "${step.id}": wanted one of ${
        labels.map((label) => `"${label}"`).join(", ")
      }`,
      { field: "choice", wanted: labels, actual: verdict.choice },
    );
  }
  if (RANK[verdict.assurance] < RANK[assurance]) {
    throw new InvalidInputError(
      `The approval of step "${step.id}" wants the assurance "${assurance}", got "${verdict.assurance}": a person runs ` +
        `\`skill-workflow approve ${draft.id} ${step.id}\` in a terminal of their own`,
      { field: "assurance", wanted: assurance, actual: verdict.assurance },
    );
  }
  draft.approvals = withKey(draft.approvals, step.id, {
    visit: draft.visits[step.id],
    choice: verdict.choice,
    by: verdict.by,
    assurance: verdict.assurance,
    ...(verdict.note === undefined ? {} : { note: verdict.note }),
    at: verdict.at,
  });
  const exit = step.exits.find((one) => one.kind === "approval" && one.label === verdict.choice);
  if (exit) leaveBy(draft, step, exit);
  else takeWayOut(draft, step);
}
