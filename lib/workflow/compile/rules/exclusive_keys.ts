/**
 * Keys that exclude each other. Source: spec "Step" (one of the instructions; `verify` not together with `loop`;
 * the three forms of a transition).
 * @module
 */

import type { SourceEntry, SourceMap } from "../../../skill/source_node.ts";
import { entryOf, headOf, mapsAt } from "../read_source.ts";
import { INSTRUCTION_KEYS, type StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { quoted } from "../wording.ts";

/** Rule `misplaced-key`, as far as another key decides, and `missing-key` of a transition. */
export function checkExclusiveKeys(step: StepSource, report: Report): void {
  const instructions = step.map.entries.filter((entry) => INSTRUCTION_KEYS.some((key) => key === entry.key));
  for (const entry of instructions.slice(1)) {
    excluded(
      instructions[0],
      entry,
      step.words,
      "Give a step one kind of instructions, and make two steps of two",
      report,
    );
  }
  const loop = entryOf(step.map, "loop");
  const verify = entryOf(step.map, "verify");
  if (loop !== undefined && verify !== undefined) {
    excluded(loop, verify, step.words, "Write the command as the gate of the loop", report);
  }
  checkTransitions(step, report);
}

function checkTransitions(step: StepSource, report: Report): void {
  let first: SourceEntry | undefined;
  for (const [index, map] of mapsAt(step.map, "transitions").entries()) {
    const fallback = entryOf(map, "default");
    const condition = entryOf(map, "condition");
    const target = entryOf(map, "target");
    if (fallback === undefined) {
      if (target === undefined) missingTarget(map, index, condition !== undefined, step, report);
      continue;
    }
    for (const other of [condition, target]) {
      if (other !== undefined) {
        excluded(fallback, other, `a transition of ${step.words}`, "Make two entries of it", report);
      }
    }
    if (first === undefined) first = fallback;
    else excluded(first, fallback, `the transitions of ${step.words}`, "Only one default can be taken", report);
  }
}

function missingTarget(
  map: SourceMap,
  index: number,
  conditional: boolean,
  step: StepSource,
  report: Report,
): void {
  report.add("missing-key", headOf(map), `Missing key "target" in transition ${index + 1} of ${step.words}`, {
    help: conditional
      ? "A condition needs the id of the step it leads to"
      : "Wanted: condition and target, target, or default",
  });
}

function excluded(first: SourceEntry, second: SourceEntry, where: string, help: string, report: Report): void {
  const again = first.key === second.key;
  const message = again
    ? `A second ${quoted(second.key)} in ${where}`
    : `${quoted(second.key)} can't stand together with ${quoted(first.key)} in ${where}`;
  const related = [{ message: `The ${again ? "first" : "other"} is here`, range: first.keyRange }];
  report.add("misplaced-key", second.keyRange, message, { help, related });
}
