/**
 * Contracts on deliverables: text (`require`) and value (`schema`). Source: spec "Step".
 * @module
 */

export { checkSchema } from "./check_schema.ts";
export { findSchemaProblems, type SchemaProblem } from "./find_schema_problems.ts";
export { findPatternProblem } from "./pattern.ts";
export { checkRequire, describeRequire } from "./require.ts";
