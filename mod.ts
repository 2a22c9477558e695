/**
 * Makes agents follow a written procedure: a skill's text becomes a graph, a session is a fold over its inputs.
 *
 * Everything here is pure: no file, no process, no clock, no network. Time and ids arrive in the input.
 *
 * @example
 * ```ts
 * import { envelope, parseSkill, start, step, validateGraph } from "@skill-workflow/skill-workflow";
 *
 * const skill = parseSkill(`---
 * name: greet
 * description: Greets somebody.
 * workflow:
 *   steps:
 *     - {id: ask, prompt: Ask for the name.}
 *     - {id: greet, prompt: "Greet {{ask}}.", end: true}
 * ---
 * Call start_workflow with "greet".
 * `);
 * console.assert(validateGraph(skill.workflow!).every((finding) => finding.severity !== "error"));
 *
 * const at = "2026-01-01T00:00:00Z";
 * let state = start(skill.workflow!, { id: "wf_greet_00000000", at });
 * state = step(state, { type: "deliver", at, door: "library", turn: state.turn, output: "Ada" });
 * console.assert(envelope(state).step?.instructions === "Greet Ada.");
 * ```
 *
 * @module
 */

export * from "./lib/capability.ts";
export * from "./lib/diagnostic.ts";
export * from "./lib/error.ts";
export * from "./lib/hash.ts";
export * from "./lib/json.ts";
export { didYouMean, nearest } from "./lib/did_you_mean.ts";
export { LIMITS, type Limits } from "./lib/limits.ts";
export { VERSION } from "./lib/version.ts";

export type * from "./lib/skill/skill.ts";
export { parseSkill } from "./lib/skill/parse_skill.ts";
export { readableBody } from "./lib/skill/readable_body.ts";

export * from "./lib/workflow/workflow.ts";
export type { PatternInstruction, PatternProgram } from "./lib/workflow/contract/pattern_program.ts";
export { buildGraph, type Edge, type Graph } from "./lib/workflow/graph.ts";
export { validateGraph } from "./lib/workflow/validate_graph.ts";

export * from "./lib/session/mod.ts";

export type { FenceView } from "./lib/fence/view.ts";
export { allowedLine, decide, type Decision, type ToolCall } from "./lib/fence/mod.ts";
