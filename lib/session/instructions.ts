/**
 * A step's text with its references filled in.
 * @module
 */

import type { Json } from "../json.ts";
import { interpolate } from "../workflow/interpolate.ts";
import type { Step } from "../workflow/workflow.ts";
import { outputText } from "./output_text.ts";
import type { SessionState } from "./state.ts";

/** The text to show, and the references that had no value. */
export interface Instructions {
  text: string;
  missing: string[];
}

/**
 * Fills in `{{input}}`, `{{step-id}}` and `{{context.name}}`, in one pass: what was inserted is never expanded again.
 */
export function instructionsOf(state: SessionState, step: Step): Instructions {
  if (!step.interpolate) return { text: step.instructions, missing: [] };
  const look = (kind: string, name: string): string | undefined => {
    if (kind === "input") return state.input ?? undefined;
    return textIn(kind === "context" ? state.context : state.outputs, name);
  };
  const done = interpolate(step.instructions, look, state.workflow.form === "flat" ? "keep" : "empty");
  return { text: done.text, missing: done.missing };
}

function textIn(values: { [key: string]: Json }, name: string): string | undefined {
  return Object.hasOwn(values, name) && values[name] !== null ? outputText(values[name]) : undefined;
}
