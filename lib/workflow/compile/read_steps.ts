/**
 * The steps as they stand in the source: what each one is, and how messages name it. Source: spec "Step".
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import { LIMITS } from "../../limits.ts";
import type { SourceEntry, SourceMap } from "../../skill/source_node.ts";
import type { StepId, StepKind } from "../workflow.ts";
import { entryOf, headOf, itemsAt, textAt, textsAt } from "./read_source.ts";
import { stepInWords } from "./wording.ts";

/** The keys that give a step its instructions. */
export const INSTRUCTION_KEYS = ["section_matcher", "prompt", "file", "command", "parallel"] as const;

/** One of them. */
export type InstructionKey = typeof INSTRUCTION_KEYS[number];

/** A step as it stands in the source. */
export interface StepSource {
  /** Its id, if it has one. */
  id?: StepId;
  /** Where findings about the step as a whole stand: its id, key and value, or where it begins. */
  range: Range;
  map: SourceMap;
  kind: StepKind;
  title: string;
  /** The first key that gives instructions. */
  instruction?: SourceEntry & { key: InstructionKey };
  /** How messages name it: `step "fix"`, `step 3`. */
  words: string;
  /** Ids of its children with their places, each once. */
  children: { id: StepId; range: Range }[];
}

/** Reads the entries of `steps` that are maps, as far as the bound on their number. */
export function readSteps(source: SourceMap): StepSource[] {
  const steps: StepSource[] = [];
  itemsAt(source, "steps").slice(0, LIMITS.steps).forEach((item, index) => {
    if (item.kind === "map") steps.push(readStep(item, index));
  });
  const listed = dispatchersOf(steps);
  for (const step of steps) if (step.kind === "agent" && listed.has(step.id!)) step.kind = "child";
  return steps;
}

/** The dispatcher of every listed child; of several the first. A step that lists itself isn't its own child. */
export function dispatchersOf(steps: readonly StepSource[]): Map<StepId, StepId> {
  const dispatchers = new Map<StepId, StepId>();
  for (const { id, children } of steps) {
    for (const child of children) {
      if (child.id !== id && !dispatchers.has(child.id)) dispatchers.set(child.id, id ?? "");
    }
  }
  return dispatchers;
}

function readStep(map: SourceMap, index: number): StepSource {
  const id = textAt(map, "id");
  const instruction = map.entries.find(isInstruction);
  const step: StepSource = {
    range: placeOf(map),
    map,
    kind: instruction?.key === "command" ? "command" : instruction?.key === "parallel" ? "dispatcher" : "agent",
    title: textAt(map, "title")?.value ?? id?.value ?? "",
    words: stepInWords(id?.value, index),
    children: [],
  };
  if (id !== undefined) step.id = id.value;
  if (instruction !== undefined) step.instruction = instruction;
  if (step.kind === "dispatcher") {
    const seen = new Set<StepId>();
    for (const { value, range } of textsAt(map, "parallel")) {
      if (!seen.has(value)) step.children.push({ id: value, range });
      seen.add(value);
    }
  }
  return step;
}

/** From the key `id` to the end of its value, as an editor would mark the step; without an id where it begins. */
function placeOf(map: SourceMap): Range {
  const id = entryOf(map, "id");
  return id === undefined ? headOf(map) : { start: id.keyRange.start, end: id.value.range.end };
}

function isInstruction(entry: SourceEntry): entry is SourceEntry & { key: InstructionKey } {
  return INSTRUCTION_KEYS.some((key) => key === entry.key);
}
