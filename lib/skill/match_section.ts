/**
 * Finds the section that a step means. Source: spec "Step" (`section_matcher`).
 * @module
 */

import type { Section } from "./skill.ts";

/** One section, or none or several with the headings to choose from (at most 20, as written, in the file's order). */
export type SectionMatch =
  | { kind: "match"; index: number }
  | { kind: "none"; candidates: string[] }
  | { kind: "several"; candidates: string[]; indices: number[] };

const CANDIDATES_MAX = 20;

/** What may follow a prefix: the end, a blank, or a mark followed by a blank or the end. */
const BOUNDARIES = [" ", ": ", ". ", ") ", "– ", "— "];
const MARKS_AT_END = [":", ".", ")", "–", "—"];

/**
 * The section whose heading's line or text equals the matcher; without one, the only section whose line or text begins
 * with it up to a token's end: `### 3.1` finds `### 3.1 Explore`, not `### 3.10`. With `how: "exact"` only equal ones are
 * looked at. Compares in NFC with blanks folded.
 *
 * @example
 * ```ts
 * import { findSections } from "./sections.ts";
 * import { matchSection } from "./match_section.ts";
 * const sections = findSections("### 3.10 Close\n\n### 3.1 Weigh\n");
 * const found = matchSection(sections, "### 3.1");
 * console.assert(found.kind === "match" && found.index === 1);
 * ```
 */
export function matchSection(
  sections: readonly Section[],
  matcher: string,
  how: "prefix" | "exact" = "prefix",
): SectionMatch {
  const wanted = foldHeading(matcher);
  const names = indexOf(sections);
  let found = wanted === "" ? [] : equalTo(names, wanted);
  if (found.length === 0 && wanted !== "" && how === "prefix") found = beginningWith(names, wanted);
  if (found.length === 1) return { kind: "match", index: found[0] };
  const indices = found.sort((a, b) => a - b).slice(0, CANDIDATES_MAX);
  if (found.length > 1) return { kind: "several", indices, candidates: indices.map((index) => sections[index].line) };
  return { kind: "none", candidates: sections.slice(0, CANDIDATES_MAX).map((section) => section.line) };
}

/** A heading in the form in which headings are compared: NFC, each run of blanks one space, none at the ends. */
function foldHeading(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

interface Name {
  text: string;
  index: number;
}

/** Sorted names of each list of sections: many steps ask about one list, and a hostile one is long. */
const INDEXES = new WeakMap<readonly Section[], Name[]>();

function indexOf(sections: readonly Section[]): Name[] {
  const known = INDEXES.get(sections);
  if (known !== undefined) return known;
  const names = sections.flatMap(({ line, heading, rank }, index): Name[] => {
    const text = foldHeading(heading);
    return [...new Set([foldHeading(line), `${"#".repeat(rank)} ${text}`, text])].map((text) => ({ text, index }));
  });
  names.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.index - b.index));
  INDEXES.set(sections, names);
  return names;
}

function equalTo(names: readonly Name[], wanted: string): number[] {
  return collect(names, wanted, (text) => text === wanted);
}

function beginningWith(names: readonly Name[], wanted: string): number[] {
  const found = new Set<number>();
  for (const end of BOUNDARIES) {
    for (const index of collect(names, wanted + end, (text) => text.startsWith(wanted + end))) found.add(index);
  }
  for (const mark of MARKS_AT_END) for (const index of equalTo(names, wanted + mark)) found.add(index);
  return [...found];
}

/** The sections of the names from `from` on for which `belongs` holds: they stand side by side. */
function collect(names: readonly Name[], from: string, belongs: (text: string) => boolean): number[] {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (names[middle].text < from) low = middle + 1;
    else high = middle;
  }
  const found = new Set<number>();
  for (let i = low; i < names.length && belongs(names[i].text) && found.size <= CANDIDATES_MAX; i++) {
    found.add(names[i].index);
  }
  return [...found];
}
