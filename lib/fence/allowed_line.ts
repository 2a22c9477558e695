/**
 * What is allowed now, in one line.
 * @module
 */

import type { FenceView } from "./view.ts";

/** The classes that a hard step allows without being told. */
export const HARD_CLASSES: readonly string[] = Object.freeze(["read", "search", "shell_read", "subagent"]);

/**
 * What the current step allows, in one line for the envelope; empty where nothing is held back.
 *
 * @example
 * ```ts
 * import { allowedLine, fenceView, parseSkill, start } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true, enforce: hard}\n---\nCall start_workflow.\n";
 * const view = fenceView(start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" }));
 * console.assert(allowedLine(view).startsWith("read, search, shell_read, subagent"));
 * ```
 */
export function allowedLine(view: FenceView): string {
  if (view.status !== "running" || view.enforce !== "hard") return "";
  if (view.kind === "command") return "only this server's tools, question, todo and skill, until the command has ended";
  const denied = new Set(view.denied);
  const allowed = new Set([...HARD_CLASSES, ...view.mandated, ...view.allowed].filter((entry) => !denied.has(entry)));
  const line = [...allowed].join(", ");
  return denied.size === 0 ? line : `${line}; not ${[...denied].join(", ")}`;
}
