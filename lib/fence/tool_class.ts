/**
 * What kinds of tools there are, whatever a client calls them. Source: spec "Fence and hooks".
 * @module
 */

/** A class of tools, the word by which an author can name all tools of that kind. */
export type ToolClass =
  | "read"
  | "search"
  | "shell_read"
  | "shell"
  | "edit"
  | "write"
  | "subagent"
  | "web"
  | "question"
  | "todo"
  | "skill"
  | "mcp";

/**
 * What the fence takes a call for. `own` is a tool of this package that moves or shows a session, `tool_search` the
 * client's way to find tools; `unknown` is a name that the client's table doesn't have.
 */
export type ToolKind = ToolClass | "own" | "tool_search" | "unknown";

/** The classes that an author can write in `mandated_tools`, `allowed_tools` and `denied_tools`. */
export const TOOL_CLASSES: readonly ToolClass[] = Object.freeze([
  "read",
  "search",
  "shell_read",
  "shell",
  "edit",
  "write",
  "subagent",
  "web",
  "question",
  "todo",
  "skill",
  "mcp",
]);

const CLASSES: ReadonlySet<string> = new Set(TOOL_CLASSES);

/**
 * Whether a word of a tool list names a class, not a tool.
 *
 * @example
 * ```ts
 * import { isToolClass } from "./tool_class.ts";
 * console.assert(isToolClass("shell_read") && !isToolClass("Bash"));
 * ```
 */
export function isToolClass(word: string): word is ToolClass {
  return CLASSES.has(word);
}
