/**
 * Braces in commands. Source: spec "Step" (interpolation).
 * @module
 */

import type { Range } from "../../../diagnostic.ts";
import { mapAt, textAt, type TextScalar } from "../read_source.ts";
import type { StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { placesInScalar } from "../places.ts";
import { quoted } from "../wording.ts";

/** Rule `command-interpolation`: a value pasted into a command's text could run as code. */
export function checkCommandInterpolation(step: StepSource, report: Report): void {
  check(textAt(step.map, "command"), "command");
  check(textAt(mapAt(step.map, "loop"), "gate"), "loop.gate");
  check(textAt(mapAt(step.map, "verify"), "command"), "verify.command");

  function check(scalar: TextScalar | undefined, key: string): void {
    const found = scalar?.value.indexOf("{{") ?? -1;
    if (scalar === undefined || found < 0) return;
    report.add(
      "command-interpolation",
      bracesIn(scalar, found),
      `"{{" in ${quoted(key)} of ${step.words}: commands aren't expanded`,
      {
        help:
          "Read the value from the environment: $SKILL_INPUT, or $SKILL_OUT_<STEP> with the step's id in upper case and _ " +
          "for other characters. Braces that the command itself needs can be written apart, such as '{''{'",
      },
    );
  }
}

function bracesIn(scalar: TextScalar, found: number): Range {
  const place = placesInScalar(scalar);
  return place === undefined ? scalar.range : { start: place(found), end: place(found + 2) };
}
