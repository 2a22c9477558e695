/**
 * The rules on the compiled workflow, in the order in which the language's description lists them.
 * @module
 */

import type { GraphRule } from "../rule.ts";
import { badPattern } from "./bad_pattern.ts";
import { badSchema } from "./bad_schema.ts";
import { commandRunsInput } from "./command_runs_input.ts";
import { constantCondition } from "./constant_condition.ts";
import { cycleInDag } from "./cycle_in_dag.ts";
import { deadEnd } from "./dead_end.ts";
import { envNameClash } from "./env_name_clash.ts";
import { exprSyntax } from "./expr_syntax.ts";
import { fallsIntoJumpTarget } from "./falls_into_jump_target.ts";
import { fenceContradiction } from "./fence_contradiction.ts";
import { loopTypeWithoutLoop } from "./loop_type_without_loop.ts";
import { loopWithoutStop } from "./loop_without_stop.ts";
import { missingDefault } from "./missing_default.ts";
import { negatableSentinel } from "./negatable_sentinel.ts";
import { noProgressCycle } from "./no_progress_cycle.ts";
import { noTerminal } from "./no_terminal.ts";
import { parallelChildKind } from "./parallel_child_kind.ts";
import { parallelChildShared } from "./parallel_child_shared.ts";
import { parallelSelf } from "./parallel_self.ts";
import { possiblyUnset } from "./possibly_unset.ts";
import { referenceNotOnEveryPath } from "./reference_not_on_every_path.ts";
import { shadowedBranch } from "./shadowed_branch.ts";
import { targetIsChild } from "./target_is_child.ts";
import { trapCycle } from "./trap_cycle.ts";
import { typeMismatch } from "./type_mismatch.ts";
import { unknownField } from "./unknown_field.ts";
import { unknownReference } from "./unknown_reference.ts";
import { unknownStart } from "./unknown_start.ts";
import { unknownTarget } from "./unknown_target.ts";
import { unknownVariable } from "./unknown_variable.ts";
import { unreachableStep } from "./unreachable_step.ts";
import { unsatisfiableContract } from "./unsatisfiable_contract.ts";
import { unsupportedSchemaKeyword } from "./unsupported_schema_keyword.ts";

/** Every rule on the graph: errors first, then warnings. */
export const GRAPH_RULES: readonly GraphRule[] = Object.freeze([
  unknownTarget,
  unknownStart,
  envNameClash,
  unreachableStep,
  noTerminal,
  trapCycle,
  noProgressCycle,
  deadEnd,
  missingDefault,
  cycleInDag,
  loopTypeWithoutLoop,
  exprSyntax,
  unknownVariable,
  unknownField,
  typeMismatch,
  unknownReference,
  targetIsChild,
  parallelChildKind,
  parallelChildShared,
  parallelSelf,
  badPattern,
  badSchema,
  unsupportedSchemaKeyword,
  unsatisfiableContract,
  fenceContradiction,
  shadowedBranch,
  constantCondition,
  possiblyUnset,
  referenceNotOnEveryPath,
  loopWithoutStop,
  negatableSentinel,
  commandRunsInput,
  fallsIntoJumpTarget,
]);
