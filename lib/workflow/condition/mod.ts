/**
 * Conditions: CEL over a session's data. Source: spec "Conditions (CEL)".
 * @module
 */

export type { ConditionBindings } from "./bindings.ts";
export { checkCondition, type ConditionFinding } from "./check.ts";
export { ConditionError } from "./condition_error.ts";
export { evaluateCondition } from "./evaluate.ts";
export type { ConditionScope } from "./inference.ts";
export { parseCondition, type ParsedCondition } from "./parse.ts";
export type { ConditionCode, Problem } from "./problem.ts";
