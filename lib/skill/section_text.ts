/**
 * The part of a section that belongs to its own step. Source: spec "Step" (`section_matcher`).
 * @module
 */

import type { Section } from "./skill.ts";

/** Offsets in the file, from the first unit to just past the last. */
export interface Part {
  start: number;
  end: number;
}

/**
 * The places of a section's text in the file, without the nested sections in `ownedIndices` (those that steps are bound
 * to; the section itself may be among them).
 *
 * @example
 * ```ts
 * import { findSections } from "./sections.ts";
 * import { sectionParts } from "./section_text.ts";
 * const sections = findSections("# A\none\n## B\ntwo\n");
 * console.assert(sectionParts(sections, 0, [1])[0].end === 8);
 * ```
 */
export function sectionParts(sections: readonly Section[], index: number, ownedIndices: Iterable<number>): Part[] {
  const whole = sections[index];
  const nested = [...new Set(ownedIndices)]
    .filter((owned) => owned > index && lineStart(sections[owned]) < whole.end)
    .sort((a, b) => a - b);
  const parts: Part[] = [];
  let from = whole.start;
  for (const owned of nested) {
    const section = sections[owned];
    if (lineStart(section) < from) continue;
    if (lineStart(section) > from) parts.push({ start: from, end: lineStart(section) });
    from = section.end;
  }
  if (from < whole.end) parts.push({ start: from, end: whole.end });
  return parts;
}

/**
 * The text at `sectionParts`, without blank lines at both ends and with LF at every line end.
 *
 * @example
 * ```ts
 * import { findSections } from "./sections.ts";
 * import { sectionText } from "./section_text.ts";
 * const sections = findSections("# A\none\n## B\ntwo\n# C\nthree\n");
 * console.assert(sectionText(sections, 0, [0, 1, 2]) === "one");
 * console.assert(sectionText(sections, 0, [0, 2]) === "one\n## B\ntwo");
 * ```
 */
export function sectionText(sections: readonly Section[], index: number, ownedIndices: Iterable<number>): string {
  const { text, start } = sections[index];
  const parts = sectionParts(sections, index, ownedIndices);
  const joined = parts.length === 1
    ? text.slice(parts[0].start - start, parts[0].end - start)
    : parts.map((part) => text.slice(part.start - start, part.end - start)).join("");
  const plain = joined.includes("\r") ? joined.replace(/\r\n?/g, "\n") : joined;
  return trimBlankLines(plain);
}

/** Keeps the indentation of the first line: it may be code. */
function trimBlankLines(text: string): string {
  const first = text.length - text.trimStart().length;
  const lineBefore = text.lastIndexOf("\n", first - 1);
  return text.slice(lineBefore + 1).trimEnd();
}

function lineStart({ range }: Section): number {
  return range.start.offset - range.start.column + 1;
}
