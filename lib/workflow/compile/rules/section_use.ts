/**
 * How steps share the body of a skill among them. Source: spec "What `validateGraph` finds" (info).
 * @module
 */

import type { BoundSections } from "../bind_sections.ts";
import type { CompileOptions } from "../compile_options.ts";
import { textAt } from "../read_source.ts";
import type { StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { quoted } from "../wording.ts";

/** Nested headings that one finding names. */
const NAMED_MAX = 3;

/** Rule `nested-section`: what is left out of a step's section, since it belongs to another step. */
export function checkNestedSections(
  bound: BoundSections,
  nested: ReadonlyMap<number, readonly number[]>,
  { sections, skillFile }: CompileOptions,
  report: Report,
): void {
  const owners = new Map<number, StepSource>();
  for (const [step, { index }] of bound) if (!owners.has(index)) owners.set(index, step);
  for (const [step, { index }] of bound) {
    const inner = nested.get(index) ?? [];
    if (inner.length === 0 || report.full) continue;
    const named = inner.slice(0, NAMED_MAX).map((one) =>
      `${quoted(sections[one].line)}, which belongs to ${owners.get(one)!.words}`
    );
    const more = inner.length > NAMED_MAX ? `, and ${inner.length - NAMED_MAX} more` : "";
    const range = textAt(step.map, "section_matcher")?.range ?? step.range;
    report.add("nested-section", range, `The section of ${step.words} is given without ${named.join("; ")}${more}`, {
      related: inner.slice(0, NAMED_MAX).map((one) => ({
        message: "Left out here",
        ...(skillFile === undefined ? {} : { file: skillFile }),
        range: sections[one].range,
      })),
    });
  }
}

/** Rule `section-unused`: a section that stands beside bound ones was probably meant for a step too. */
export function checkUnusedSections(
  bound: BoundSections,
  { sections, skillFile }: CompileOptions,
  report: Report,
): void {
  const used = new Set([...bound.values()].map(({ index }) => index));
  const siblings = new Set([...used].map((index) => `${sections[index].rank} ${sections[index].parent}`));
  sections.forEach(({ rank, parent, line, range }, index) => {
    if (used.has(index) || report.full || !siblings.has(`${rank} ${parent}`)) return;
    report.add("section-unused", range, `Section ${quoted(line)} belongs to no step, though sections beside it do`, {
      ...(skillFile === undefined ? {} : { file: skillFile }),
    });
  });
}
