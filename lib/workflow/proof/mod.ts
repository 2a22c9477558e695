/**
 * A proof that a workflow can be walked, or a path on which it can't. Source: spec "What `validateGraph` finds".
 * @module
 */

import { buildGraph } from "../graph.ts";
import type { Workflow } from "../workflow.ts";
import type { Proof } from "./claim.ts";
import { proveBounded } from "./prove_bounded.ts";
import { proveEnds } from "./prove_ends.ts";
import { proveProduced } from "./prove_produced.ts";
import { proveProducible } from "./prove_producible.ts";
import { proveReachable } from "./prove_reachable.ts";
import { proveSatisfiable } from "./prove_satisfiable.ts";

export type { Claim, ClaimKind, Proof } from "./claim.ts";

/**
 * Proves of every step that it can be reached (with a shortest path), that the run can end from there (with a shortest way
 * to an end), that its loops are bounded, its verdicts producible, its join satisfiable, and the outputs it refers to
 * produced on every path. A claim that doesn't hold carries a path that shows it, where there is one. Plain data; never
 * throws, also for a workflow with errors.
 *
 * @example
 * ```ts
 * import { parseSkill } from "../../skill/parse_skill.ts";
 * import { proveWorkflow } from "./mod.ts";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go.}\n    - {id: two, prompt: Go on.}\n---\nCall start_workflow.\n";
 * const proof = proveWorkflow(parseSkill(text).workflow!);
 * console.assert(proof.holds && proof.claims[1].path.join() === "one,two");
 * ```
 */
export function proveWorkflow(workflow: Workflow): Proof {
  const graph = buildGraph(workflow);
  const claims = [proveReachable, proveEnds, proveBounded, proveProducible, proveSatisfiable, proveProduced].flatMap((
    prove,
  ) => prove(workflow, graph));
  return { workflow: workflow.name, holds: claims.every((claim) => claim.holds), claims };
}
