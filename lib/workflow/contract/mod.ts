/**
 * Contracts on deliverables: text (`require`) and value (`schema`). Source: spec "Step".
 * @module
 */

export { checkSchema } from "./check_schema.ts";
export { findContradiction, findSchemaContradiction } from "./contradiction.ts";
export { findSchemaProblems, type SchemaProblem } from "./find_schema_problems.ts";
export { compilePattern, findPatternProblem } from "./compile_pattern.ts";
export { checkRequire, describeRequire } from "./require.ts";
