/**
 * Binds steps to the sections of the skill's body. Source: spec "Step" (`section_matcher`).
 * @module
 */

import { nearest } from "../../did_you_mean.ts";
import type { Position, Range, RelatedPlace, Repair } from "../../diagnostic.ts";
import { matchSection } from "../../skill/match_section.ts";
import { sectionParts, sectionText } from "../../skill/section_text.ts";
import type { Section } from "../../skill/skill.ts";
import type { Reference } from "../workflow.ts";
import type { CompileOptions } from "./compile_options.ts";
import { placesIn } from "./places.ts";
import { isFilled, textAt } from "./read_source.ts";
import type { StepSource } from "./read_steps.ts";
import { textReferences } from "./references.ts";
import type { Report } from "./report.ts";
import { checkNestedSections, checkUnusedSections } from "./rules/section_use.ts";
import { oneOf, quoted, shortened } from "./wording.ts";

/** Headings whose places are shown where none is near to what was written. */
const SHOWN_MAX = 5;

/** The section that a step is bound to. */
export interface BoundSection {
  /** What the author wrote to name it. */
  name: string;
  index: number;
  /** The heading's place. */
  range: Range;
  /** Its text, without the nested sections that other steps are bound to. */
  text: string;
  /** The references in that text. */
  references: () => Reference[];
}

/** The section of each step that has one. */
export type BoundSections = ReadonlyMap<StepSource, BoundSection>;

/** Binds every step that wants a section; reports what can't be bound, and the rules on the use of sections. */
export function bindSections(steps: readonly StepSource[], options: CompileOptions, report: Report): BoundSections {
  const { sections } = options;
  const indices = new Map<StepSource, { name: string; index: number }>();
  for (const step of steps) {
    const found = findSection(step, options, report);
    if (found !== undefined) indices.set(step, found);
  }
  const nested = nestedIn(sections, new Set([...indices.values()].map(({ index }) => index)));
  const texts = new Map<number, string>();
  const bound = new Map<StepSource, BoundSection>();
  for (const [step, { name, index }] of indices) {
    const inner = nested.get(index) ?? [];
    const text = texts.get(index) ?? sectionText(sections, index, inner);
    texts.set(index, text);
    bound.set(step, {
      name,
      index,
      range: sections[index].range,
      text,
      references: () => referencesIn(sections, index, inner),
    });
  }
  checkNestedSections(bound, nested, options, report);
  checkUnusedSections(bound, options, report);
  return bound;
}

function findSection(
  step: StepSource,
  options: CompileOptions,
  report: Report,
): { name: string; index: number } | undefined {
  const { sections } = options;
  const key = step.instruction?.key;
  const matcher = key === "section_matcher" ? textAt(step.map, "section_matcher") : undefined;
  if (key !== undefined && !isFilled(matcher)) return undefined;
  const name = matcher?.value ?? step.title;
  const found = matchSection(sections, name, matcher ? "prefix" : "exact");
  if (found.kind === "match") return { name, index: found.index };

  const range = matcher?.range ?? step.range;
  if (found.kind === "several") {
    const related = found.indices.map((index) => placeOf(sections[index], options));
    report.add(
      "section-ambiguous",
      range,
      `Section ${quoted(name)} of ${step.words} could be ${list(found.candidates)}`,
      {
        help: "Write the whole heading, and make headings that are the same differ",
        related,
      },
    );
  } else if (matcher !== undefined) {
    const near = nearSections(sections, name, found.candidates.length);
    const alternatives = near.length === 0
      ? headings(found.candidates)
      : `did you mean ${oneOf(near.map(({ line }) => line))}?`;
    report.add("section-missing", range, `No section ${quoted(name)} for ${step.words}: ${alternatives}`, {
      help: "Wanted: a heading as it is written, or how it begins up to the end of a word or number",
      related: (near.length > 0 ? near : sections.slice(0, SHOWN_MAX)).map((section) => placeOf(section, options)),
      repair: near.length === 1 ? rewrite(range, near[0].line) : undefined,
    });
  } else if (textAt(step.map, "step_type")?.value !== "terminal") {
    const titled = sections.length === 0
      ? ""
      : `, and no section has the heading ${quoted(name)}: ${headings(found.candidates)}`;
    report.add("instructions-missing", range, `No instructions for ${step.words}${titled}`, {
      help: "Give it one of section_matcher, prompt, file, command, parallel",
    });
  }
  return undefined;
}

/** The sections whose heading, with its marks or without, is near to what was written; looks at the first few only. */
function nearSections(sections: readonly Section[], name: string, count: number): Section[] {
  const first = sections.slice(0, count);
  const names = new Map(first.flatMap((section) => [section.heading, section.line].map((text) => [text, section])));
  return [...new Set(nearest(name, names.keys()).map((text) => names.get(text)!))];
}

function rewrite(range: Range, line: string): Repair {
  return { title: `Write ${quoted(line)}`, edits: [{ range, text: JSON.stringify(line) }] };
}

function placeOf({ line, range }: Section, { skillFile }: CompileOptions): RelatedPlace {
  const message = shortened(line);
  return skillFile === undefined ? { message, range } : { message, file: skillFile, range };
}

function headings(candidates: readonly string[]): string {
  return candidates.length === 0 ? "the skill has no headings" : `the headings are ${list(candidates)}`;
}

function list(candidates: readonly string[]): string {
  return candidates.map(quoted).join(", ");
}

/** For each bound section the bound ones inside it. */
function nestedIn(sections: readonly Section[], owned: ReadonlySet<number>): Map<number, number[]> {
  const nested = new Map<number, number[]>();
  for (const index of [...owned].sort((a, b) => a - b)) {
    for (let holder = sections[index].parent; holder >= 0; holder = sections[holder].parent) {
      if (!owned.has(holder)) continue;
      const inner = nested.get(holder);
      if (inner === undefined) nested.set(holder, [index]);
      else inner.push(index);
    }
  }
  return nested;
}

function referencesIn(sections: readonly Section[], index: number, nested: readonly number[]): Reference[] {
  const { text, start } = sections[index];
  const place = placesIn(text, startOf(sections[index]));
  return sectionParts(sections, index, nested)
    .flatMap((part) => textReferences(text.slice(part.start - start, part.end - start), place(part.start - start)));
}

/** A section's text begins on the line after the heading; an underlined heading takes two lines, and its range holds one. */
function startOf({ line, range, start }: Section): Position {
  const underlined = range.end.offset - range.start.offset !== line.length;
  return { line: range.end.line + (underlined ? 2 : 1), column: 1, offset: start };
}
