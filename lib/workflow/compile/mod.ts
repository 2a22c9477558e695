/**
 * From a source tree to the compiled workflow, with everything that is wrong in the source.
 * @module
 */

export type { CompileOptions } from "./compile_options.ts";
export { type Compiled, compileWorkflow } from "./compile_workflow.ts";
export { findMissingFiles } from "./rules/file_missing.ts";
