/**
 * A walk under way.
 * @module
 */

import type { Input } from "../session/input.ts";
import type { SessionState } from "../session/state.ts";
import { step } from "../session/step.ts";
import type { StepId } from "../workflow/workflow.ts";

/** The time of every input: nothing that a scenario compares depends on it. */
export const AT = "2000-01-01T00:00:00.000Z";

/** Where a walk stands, and how it came there; the state keeps only the end of its path. */
export interface Run {
  state: SessionState;
  path: StepId[];
  ways: [from: StepId, to: StepId | null][];
}

/** An input without what all inputs carry. */
export type BareInput = Input extends infer One ? One extends Input ? Omit<One, "at" | "door"> : never : never;

/** Applies an input and notes the way that it took. Throws what `step` throws, and nothing has happened. */
export function apply(run: Run, input: BareInput): void {
  const before = run.state;
  run.state = step(before, { at: AT, door: "library", ...input } as Input);
  const { entered, status, step: now } = run.state;
  if (entered > before.entered) {
    run.path.push(now!);
    run.ways.push([before.step!, now]);
  } else if (status === "completed" && before.status !== "completed") run.ways.push([before.step!, null]);
}

/** `at step "fix", which waits for an answer`. */
export function describeWaiting({ step, waiting }: SessionState): string {
  const what = {
    delivery: "an answer",
    children: "the results of its children",
    approval: "a person's approval",
    choice: "a choice",
    effect: "a verdict",
  };
  if (waiting === null) return `at step "${step}"`;
  const effect = waiting.for === "effect" ? ` on its ${waiting.effect.kind}` : "";
  const missing = waiting.for === "children" ? ` ${waiting.missing.map((id) => `"${id}"`).join(", ")}` : "";
  return `at step "${step}", which waits for ${what[waiting.for]}${effect}${missing}`;
}
