/**
 * Loops and contracts that check nothing. Source: spec "Step" (`loop`, `require`, `branch`).
 * @module
 */

import { entryOf, flagAt, isFilled, mapAt, mapsAt, textAt, textsAt, type TextScalar } from "../read_source.ts";
import type { StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { quoted } from "../wording.ts";

/** Rule `loop-empty`. */
export function checkLoopEmpty(step: StepSource, report: Report): void {
  const loop = mapAt(step.map, "loop");
  if (loop === undefined || entryOf(loop, "until") || entryOf(loop, "gate")) return;
  report.add(
    "loop-empty",
    entryOf(step.map, "loop")!.keyRange,
    `The loop of ${step.words} has neither "until" nor "gate"`,
    {
      help: "Say what ends it: a word in the output (until), a command that succeeds (gate), or both",
    },
  );
}

/** Rule `require-empty`. */
export function checkRequireEmpty(step: StepSource, report: Report): void {
  const require = mapAt(step.map, "require");
  if (require === undefined) return;
  const contains = entryOf(require, "contains")?.value;
  const asks = entryOf(require, "until") || entryOf(require, "last_line_regex") ||
    (entryOf(require, "non_empty") && flagAt(require, "non_empty") !== false) ||
    (contains !== undefined && !(contains.kind === "list" && contains.items.length === 0));
  if (asks) return;
  report.add(
    "require-empty",
    entryOf(step.map, "require")!.keyRange,
    `The "require" of ${step.words} asks for nothing`,
    {
      help: "Write at least one of non_empty: true, contains, until, last_line_regex, or take it out",
    },
  );
}

/** Rule `blank-sentinel`. */
export function checkBlankSentinels(step: StepSource, report: Report): void {
  const blank = (scalar: TextScalar | undefined, key: string) => {
    if (scalar === undefined || isFilled(scalar)) return;
    report.add(
      "blank-sentinel",
      scalar.range,
      `Blank ${quoted(key)} in ${step.words}: there is nothing to search for`,
      {
        help: "Write a word that stands in the output for nothing else, such as ALL_DONE",
      },
    );
  };
  mapsAt(step.map, "branch").forEach((map, i) => blank(textAt(map, "when"), `branch.${i}.when`));
  blank(textAt(mapAt(step.map, "loop"), "until"), "loop.until");
  blank(textAt(mapAt(step.map, "require"), "until"), "require.until");
  textsAt(mapAt(step.map, "require"), "contains").forEach((item, i) => blank(item, `require.contains.${i}`));
}
