/**
 * The session as the fence sees it.
 * @module
 */

import type { FenceView } from "../fence/view.ts";
import { type Enforce, type Step, stepOf, type Workflow } from "../workflow/workflow.ts";
import type { SessionState } from "./state.ts";

/**
 * What the fence needs to know of a state, and no more.
 *
 * @example
 * ```ts
 * import { fenceView, parseSkill, start } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true, enforce: hard}\n---\nCall start_workflow.\n";
 * const view = fenceView(start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" }));
 * console.assert(view.enforce === "hard" && view.step === "one");
 * ```
 */
export function fenceView(state: SessionState): FenceView {
  const { workflow } = state;
  const step = state.step === null ? undefined : stepOf(workflow, state.step);
  return {
    session: state.id,
    workflow: workflow.name,
    status: state.status,
    step: state.step,
    title: step?.title ?? "",
    waiting: state.waiting?.for ?? null,
    kind: step === undefined || step.kind === "child" ? "agent" : step.kind,
    type: step?.type ?? "standard",
    enforce: step ? enforceOf(workflow, step) : "off",
    mandated: step?.mandatedTools ?? [],
    allowed: step?.allowedTools ?? [],
    denied: step?.deniedTools ?? [],
    ...(step?.kind === "dispatcher" ? { children: childrenOf(workflow, step) } : {}),
    hiddenFiles: hiddenFiles(state),
    turn: state.turn,
  };
}

/** What a dispatcher's children let the subagents use that work on them. */
function childrenOf(workflow: Workflow, { children = [] }: Step): NonNullable<FenceView["children"]> {
  return children.map(({ id }) => {
    const { mandatedTools, allowedTools, deniedTools } = stepOf(workflow, id);
    return { id, mandated: mandatedTools, allowed: allowedTools, denied: deniedTools };
  });
}

/** A dispatcher without an `enforce` of its own is `soft` if any child is. */
function enforceOf(workflow: Workflow, step: Step): Enforce {
  if (step.enforce) return step.enforce;
  const children = (step.children ?? []).map((child) => stepOf(workflow, child.id).enforce ?? workflow.enforce);
  return children.includes("soft") ? "soft" : workflow.enforce;
}

function hiddenFiles(state: SessionState): string[] {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const id of state.workflow.order) {
    const { source } = state.workflow.steps[id];
    if (source.kind === "file") (Object.hasOwn(state.visits, id) ? shown : hidden).add(source.name!);
  }
  return [...hidden].filter((file) => !shown.has(file));
}
