/**
 * Ends that contradict a way out. Source: spec "Step" (`end`, `terminal`).
 * @module
 */

import type { SourceEntry } from "../../../skill/source_node.ts";
import { entryOf, flagAt, mapAt, mapsAt, textAt } from "../read_source.ts";
import type { StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { quoted } from "../wording.ts";

/** Rule `end-with-exit`: beside an end a `default`, a `next` or a single bare target could never be taken. */
export function checkEndWithExit(step: StepSource, report: Report): void {
  const end = entryOf(step.map, "end");
  if (end === undefined || flagAt(step.map, "end") !== true) return;
  const open = alwaysOpen(step);
  if (open === undefined) return;
  report.add("end-with-exit", end.keyRange, `"end: true" of ${step.words} contradicts its ${quoted(open.key)}`, {
    help: "Keep one of them: the run either ends here or goes on",
    related: [{ message: "The way out that is always open", range: open.keyRange }],
  });
}

function alwaysOpen(step: StepSource): SourceEntry | undefined {
  const transitions = mapsAt(step.map, "transitions");
  const fallback = transitions.map((map) => entryOf(map, "default")).find((entry) => entry !== undefined);
  const bare = transitions.filter((map) => entryOf(map, "target") && !entryOf(map, "condition"));
  const single = bare.length === 1 ? entryOf(bare[0], "target") : undefined;
  return fallback ?? entryOf(step.map, "next") ?? single;
}

/** Rule `terminal-with-exit`: a terminal step ends the run, whatever else is written. */
export function checkTerminalWithExit(step: StepSource, report: Report): void {
  if (step.kind !== "agent" || textAt(step.map, "step_type")?.value !== "terminal") return;
  const exits = ["next", "transitions", "branch", "approval"].map((key) => entryOf(step.map, key));
  for (const holder of ["loop", "verify"]) {
    const policy = textAt(mapAt(step.map, holder), "on_exhausted")?.value;
    if (policy !== undefined && policy !== "halt" && policy !== "continue") {
      exits.push(entryOf(mapAt(step.map, holder), "on_exhausted"));
    }
  }
  for (const exit of exits) {
    if (exit === undefined) continue;
    report.add(
      "terminal-with-exit",
      exit.keyRange,
      `${quoted(exit.key)} in ${step.words}, which is terminal and ends the run`,
      {
        help: `Take ${quoted(exit.key)} away, or the step_type`,
      },
    );
  }
}
