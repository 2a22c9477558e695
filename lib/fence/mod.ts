/**
 * The fence: may this tool be used now? Knows a `FenceView` and a call, and nothing of sessions or machines.
 * @module
 */

export { allowedLine } from "./allowed_line.ts";
export { isReadOnlyCommand } from "./classify_shell.ts";
export { decide } from "./decide.ts";
export type { Decision, ToolCall } from "./tool_call.ts";
export { isToolClass, TOOL_CLASSES, type ToolClass } from "./tool_class.ts";
export type { FenceView } from "./view.ts";
