/**
 * The sections of a Markdown text. Headings are found by a CommonMark block parser: what looks like one inside a fence, a
 * comment, a quote or a list isn't one. Source: spec "Step" (`section_matcher`) and decision on `markdown-it`.
 * @module
 */

import { indexLines, type LineIndex } from "./line_index.ts";
import { parseBlocks } from "./parse_blocks.ts";
import type { Section } from "./skill.ts";

/**
 * The sections of the text from `bodyStart` (the start of a line) on, in order. Offsets and lines are those of the whole
 * text, which `lines` indexes.
 *
 * @example
 * ```ts
 * import { findSections } from "./sections.ts";
 * const sections = findSections("# A\n\n~~~\n# no\n~~~\n\nB\n-\n");
 * console.assert(sections.map((section) => section.line).join() === "# A,## B" && sections[1].parent === 0);
 * ```
 */
export function findSections(text: string, bodyStart = 0, lines: LineIndex = indexLines(text)): Section[] {
  const first = lines.lineAt(bodyStart);
  const sections: Section[] = [];
  const open: number[] = [];
  const close = (rank: number, end: number) => {
    while (open.length > 0 && sections[open[open.length - 1]].rank >= rank) sections[open.pop()!].end = end;
  };
  const tokens = parseBlocks(text.slice(bodyStart));
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token.type !== "heading_open" || token.level !== 0 || !token.map) continue;
    const [from, to] = [first + token.map[0], first + token.map[1]];
    const rank = Number(token.tag.slice(1));
    const heading = tokens[i + 1].content.replace(/\s+/gu, " ").trim();
    const underlined = token.markup === "=" || token.markup === "-";
    const written = text.slice(lines.starts[from], lines.endOf(from));
    const indent = written.length - written.trimStart().length;
    close(rank, lines.starts[from]);
    const start = to < lines.starts.length ? lines.starts[to] : text.length;
    sections.push({
      heading,
      line: underlined ? `${"#".repeat(rank)} ${heading}` : written.trim(),
      rank,
      text: "",
      parent: open.length > 0 ? open[open.length - 1] : -1,
      range: lines.range(lines.starts[from] + indent, headingEnd(text, lines, underlined ? to - 2 : to - 1)),
      start,
      end: text.length,
    });
    open.push(sections.length - 1);
  }
  close(0, text.length);
  for (const section of sections) section.text = text.slice(section.start, section.end);
  return sections;
}

function headingEnd(text: string, lines: LineIndex, line: number): number {
  const start = lines.starts[line];
  return start + text.slice(start, lines.endOf(line)).trimEnd().length;
}
