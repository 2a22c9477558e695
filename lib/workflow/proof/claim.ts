/**
 * What a proof consists of. Source: spec "What `validateGraph` finds", `validate --explain`.
 * @module
 */

import type { StepId } from "../workflow.ts";

/** What is claimed of a step. */
export type ClaimKind = "reachable" | "ends" | "bounded" | "producible" | "satisfiable" | "produced";

/** One claim, with what shows that it holds, or that it doesn't. */
export interface Claim {
  kind: ClaimKind;
  step: StepId;
  holds: boolean;
  /** One line: why it holds, or why it doesn't. */
  text: string;
  /** The steps that show it: a shortest way, or a way on which it fails. Empty where there's nothing to walk. */
  path: StepId[];
  /** How many steps are left out in the middle of a very long path, after its first half. */
  omitted?: number;
}

/** Every claim about a workflow. */
export interface Proof {
  workflow: string;
  /** Whether every claim holds. */
  holds: boolean;
  /** By kind, then in declared order. */
  claims: Claim[];
}
