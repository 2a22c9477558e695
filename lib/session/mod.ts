/**
 * The reducer and the envelope: a session is a fold over its inputs.
 * @module
 */

export { start } from "./start.ts";
export { step } from "./step.ts";
export { type Option, options } from "./options.ts";
export { replay } from "./replay.ts";
export { envelope } from "./envelope.ts";
export { renderEnvelope } from "./render_envelope.ts";
export { fenceView } from "./fence_view.ts";
export { type Report, report, type TimelineEntry } from "./report.ts";
export { renderReport } from "./render_report.ts";
export type * from "./envelope_type.ts";
export type * from "./input.ts";
export type * from "./state.ts";
