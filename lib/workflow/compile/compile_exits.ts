/**
 * The ways out of a step, in the order in which they are tried. Source: spec "What a delivery does, in order", item 6.
 * @module
 */

import type { SourceMap } from "../../skill/source_node.ts";
import type { Condition, Exit, StepId, StepType } from "../workflow.ts";
import { entryOf, flagAt, isText, mapAt, mapsAt, textAt, type TextScalar } from "./read_source.ts";
import type { StepSource } from "./read_steps.ts";

/** What decides the ways out that the author needn't write. */
export interface Surroundings {
  sequential: boolean;
  /** The next declared step that isn't a child. */
  successor: StepId | undefined;
}

/** Every way out, the implied ones too. A child has none: its dispatcher goes on for it. */
export function compileExits(step: StepSource, type: StepType, surroundings: Surroundings): Exit[] {
  if (step.kind === "child") return [];
  const written = writtenExits(step);
  if (type === "terminal") {
    return written.some((exit) => exit.kind === "end") ? written : [...written, implied(step, "end", null)];
  }
  const exits = [...written];
  const closed = written.some(({ kind }) => kind !== "branch" && kind !== "condition");
  if (surroundings.sequential && !closed) {
    const { successor } = surroundings;
    exits.push(successor === undefined ? implied(step, "end", null) : implied(step, "successor", successor));
  }
  // A loop_decision may also be ended by `end_workflow`; this end comes last, for it is never the way that applies by itself
  // where there is another.
  if (type === "loop_decision" && !exits.some((exit) => exit.kind === "end")) exits.push(implied(step, "end", null));
  return [...exits, ...exhaustedExits(step)];
}

function writtenExits({ map }: StepSource): Exit[] {
  const exits: Exit[] = [];
  const push = (kind: Exit["kind"], target: TextScalar | undefined, more: Partial<Exit> = {}) => {
    if (target !== undefined) exits.push({ kind, target: target.value, ...more, range: target.range });
  };
  for (const { key, value } of mapAt(mapAt(map, "approval"), "choices")?.entries ?? []) {
    if (isText(value)) push("approval", value, { label: key });
  }
  for (const rule of mapsAt(map, "branch")) {
    const when = textAt(rule, "when");
    if (when !== undefined) push("branch", textAt(rule, "goto"), { when: when.value });
  }
  const transitions = mapsAt(map, "transitions");
  for (const rule of transitions) {
    const condition = textAt(rule, "condition");
    if (condition !== undefined) push("condition", textAt(rule, "target"), { condition: conditionOf(condition) });
  }
  const fallback = transitions.map((rule) => textAt(rule, "default")).find((target) => target !== undefined);
  const bare = transitions.filter(isBare);
  const choice = bare.length > 1 || fallback !== undefined;
  if (choice) { for (const rule of bare) push("choice", textAt(rule, "target")); }
  if (flagAt(map, "end") === true) exits.push({ kind: "end", target: null, range: entryOf(map, "end")!.value.range });
  push("default", choice || bare.length === 0 ? fallback : textAt(bare[0], "target"));
  push("next", textAt(map, "next"));
  return exits;
}

function isBare(rule: SourceMap): boolean {
  return entryOf(rule, "target") !== undefined && !entryOf(rule, "condition") && !entryOf(rule, "default");
}

function conditionOf({ value, range, at }: TextScalar): Condition {
  return at === undefined ? { text: value, range } : { text: value, range, at };
}

function exhaustedExits(step: StepSource): Exit[] {
  const policy = textAt(mapAt(step.map, "loop") ?? mapAt(step.map, "verify"), "on_exhausted");
  if (policy === undefined || policy.value === "halt" || policy.value === "continue") return [];
  return [{ kind: "exhausted", target: policy.value, range: policy.range }];
}

function implied(step: StepSource, kind: "end" | "successor", target: StepId | null): Exit {
  return { kind, target, implied: true, range: step.range };
}
