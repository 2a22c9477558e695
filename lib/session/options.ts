/**
 * What a state would take now: the same questions that `step` asks.
 * @module
 */

import { type StepId, stepOf } from "../workflow/workflow.ts";
import { walkedSteps } from "./control.ts";
import type { Input } from "./input.ts";
import { refusal } from "./refusal.ts";
import type { SessionState } from "./state.ts";

/** One kind of input that would be taken. */
export interface Option {
  /** The type of input that would be accepted. */
  type: Input["type"];
  /** The step that it concerns. */
  step?: StepId;
  /** Step ids or labels to choose from. */
  choices?: string[];
  /** Children whose result is missing. */
  children?: StepId[];
  /** What it is for, in words. */
  why?: string;
}

const TYPES: readonly Input["type"][] = [
  "deliver",
  "complete",
  "effect_result",
  "approve",
  "resume",
  "retry",
  "back",
  "pause",
  "claim",
  "abort",
];

/**
 * Every kind of input that the state takes, the likeliest first.
 *
 * @example
 * ```ts
 * import { options, parseSkill, start } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const state = start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" });
 * console.assert(options(state)[0].type === "deliver");
 * ```
 */
export function options(state: SessionState): Option[] {
  return TYPES.filter((type) => refusal(state, type) === undefined && !isUseless(state, type)).map((type) =>
    describe(state, type)
  );
}

/** A delivery while only a person's verdict moves the session would be refused whatever it says. */
function isUseless(state: SessionState, type: Input["type"]): boolean {
  return type === "deliver" && state.waiting?.for === "approval" &&
    stepOf(state.workflow, state.waiting.step).approval!.assurance !== "reported";
}

function describe(state: SessionState, type: Input["type"]): Option {
  const waiting = state.waiting;
  const base: Option = state.step === null ? { type } : { type, step: state.step };
  switch (type) {
    case "deliver":
      if (waiting?.for === "children") return { ...base, children: waiting.missing };
      if (waiting?.for === "choice") return { ...base, choices: waiting.targets };
      if (waiting?.for === "approval") {
        return { ...base, choices: stepOf(state.workflow, waiting.step).approval!.labels };
      }
      return base;
    case "approve":
      return { ...base, choices: stepOf(state.workflow, state.step!).approval!.labels };
    case "effect_result":
      return waiting?.for === "effect" ? { ...base, why: `the ${waiting.effect.kind} runs` } : base;
    case "retry":
      return { ...base, why: state.halt!.message };
    case "back":
      return { ...base, choices: walkedSteps(state) };
    case "complete":
      return state.status === "completed" ? { ...base, why: "attaches a summary" } : base;
    default:
      return base;
  }
}
