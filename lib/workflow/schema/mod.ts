/**
 * The shape of the workflow language as valibot schemas: the compiler checks by them, and the JSON Schema for editors is
 * made from them.
 * @module
 */

export { approvalSchema, branchSchema, transitionSchema } from "./exits_schema.ts";
export { loopSchema, verifySchema } from "./loop_schema.ts";
export { requireSchema } from "./require_schema.ts";
export { enforceSchema, stepSchema } from "./step_schema.ts";
export { subagentSchema } from "./subagent_schema.ts";
export { DEFAULTS, type Schema, STEP_ID, VARIABLE_NAME } from "./values.ts";
export { TYPE_SPELLINGS, variableSchema } from "./variable_schema.ts";
export { flatFileSchema, schemaOf, workflowFileSchema, workflowSchema } from "./workflow_schema.ts";
