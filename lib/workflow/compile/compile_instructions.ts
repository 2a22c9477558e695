/**
 * The instructions of every step: from a section, a prompt, a file, or none for a command and a dispatcher.
 * Source: spec "Step" (instructions, `section_matcher`, interpolation).
 * @module
 */

import { FILE_START, type Range } from "../../diagnostic.ts";
import { LIMITS } from "../../limits.ts";
import type { Step } from "../workflow.ts";
import { bindSections, type BoundSections } from "./bind_sections.ts";
import type { CompileOptions } from "./compile_options.ts";
import { entryOf, flagAt, isFilled, textAt } from "./read_source.ts";
import type { StepSource } from "./read_steps.ts";
import { fileReferences, scalarReferences } from "./references.ts";
import type { Report } from "./report.ts";
import { pathProblem } from "./rules/path_escape.ts";
import { quoted } from "./wording.ts";
import { besideSkill } from "../../skill/skill_path.ts";

/** What a step's instructions come to. */
export type Instructions = Pick<Step, "instructions" | "source" | "interpolate" | "references">;

/** Instructions longer than this crowd an agent's context. */
const LONG = 6_000;

/** Several steps may share a section or a file; what they come to together is bounded. */
const TOTAL_MAX = 8 * LIMITS.fileBytes;

/** The instructions of each step, and the files that are still wanted for them. */
export function compileInstructions(
  steps: readonly StepSource[],
  options: CompileOptions,
  report: Report,
): { instructions: Map<StepSource, Instructions>; needs: string[] } {
  const sections = bindSections(steps, options, report);
  const needs = new Set<string>();
  const instructions = new Map<StepSource, Instructions>();
  let total = 0;
  for (const step of steps) {
    const found = instructionsOf(step, sections, options, needs, report);
    total += found.instructions.length;
    if (total > TOTAL_MAX) {
      report.add(
        "too-large",
        placeOf(step),
        `The instructions of all steps up to ${step.words} are longer than ${TOTAL_MAX} characters`,
        {
          help: "Let fewer steps share a long section or file",
        },
      );
      found.instructions = "";
    } else if (step.kind !== "command") checkLength(step, found, report);
    instructions.set(step, found);
  }
  return { instructions, needs: [...needs].sort() };
}

function checkLength(step: StepSource, { instructions }: Instructions, report: Report): void {
  if (instructions.length <= LONG) return;
  report.add("long-step", placeOf(step), `The instructions of ${step.words} have ${instructions.length} characters`, {
    help: `Over about ${LONG} characters an agent loses the thread: cut the step into several`,
  });
}

function instructionsOf(
  step: StepSource,
  sections: BoundSections,
  options: CompileOptions,
  needs: Set<string>,
  report: Report,
): Instructions {
  const interpolate = flagAt(step.map, "interpolate");
  const none: Instructions = {
    instructions: "",
    source: { kind: "none", range: step.range },
    interpolate: false,
    references: [],
  };
  const key = step.instruction?.key;
  if (key === "parallel") return { ...none, source: { kind: "parallel", range: placeOf(step) } };
  if (key === undefined || key === "section_matcher") {
    const bound = sections.get(step);
    if (bound === undefined) return none;
    if (bound.text === "" && textAt(step.map, "step_type")?.value !== "terminal") {
      reportEmpty(step, placeOf(step), report);
    }
    return {
      instructions: bound.text,
      source: withFile(
        { kind: "section" as const, name: bound.name, section: bound.index, range: bound.range },
        options.skillFile,
      ),
      interpolate: interpolate ?? false,
      references: interpolate ? bound.references() : [],
    };
  }
  const scalar = textAt(step.map, key);
  if (scalar === undefined) return none;
  if (key === "file") return fromFile(step, scalar.value, scalar.range, options, needs, report) ?? none;
  if (!isFilled(scalar)) return reportEmpty(step, scalar.range, report) ?? none;
  const source = withFile({ kind: key, range: scalar.range }, options.file);
  if (key === "command") return { ...none, instructions: scalar.value, source };
  const expanded = interpolate ?? true;
  return {
    instructions: scalar.value,
    source,
    interpolate: expanded,
    references: expanded ? scalarReferences(scalar) : [],
  };
}

function fromFile(
  step: StepSource,
  path: string,
  range: Range,
  { files, skillFile, file }: CompileOptions,
  needs: Set<string>,
  report: Report,
): Instructions | undefined {
  if (path === "" || pathProblem(path) !== undefined) return undefined;
  const source = { kind: "file" as const, name: path, file: besideSkill(skillFile ?? file, path), range: FILE_START };
  const interpolate = flagAt(step.map, "interpolate") ?? false;
  if (!Object.hasOwn(files, path)) {
    needs.add(path);
    return { instructions: "", source, interpolate, references: [] };
  }
  const text = files[path];
  if (text.length > LIMITS.fileBytes) {
    report.add(
      "too-large",
      range,
      `File ${quoted(path)} of ${step.words} has ${text.length} characters, wanted at most ${LIMITS.fileBytes}`,
    );
    return undefined;
  }
  if (text.trim() === "") return reportEmpty(step, range, report);
  return { instructions: text, source, interpolate, references: interpolate ? fileReferences(text) : [] };
}

function reportEmpty(step: StepSource, range: Range, report: Report): undefined {
  report.add("instructions-missing", range, `The instructions of ${step.words} are empty`, {
    help: "Say what is to be done in this step",
  });
}

function placeOf(step: StepSource): Range {
  return (step.instruction ?? entryOf(step.map, "title"))?.value.range ?? step.range;
}

function withFile<T extends object>(source: T, file: string | undefined): T & { file?: string } {
  return file === undefined ? source : { ...source, file };
}
