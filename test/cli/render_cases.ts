/**
 * Diagnostics that are hard to show, for the golden files in `test/fixtures/render/`.
 * @module
 */

import type { Diagnostic, Range } from "../../lib/diagnostic.ts";
import { renderDiagnostics } from "../../lib/cli/render_diagnostics.ts";
import { indexLines } from "../../lib/skill/line_index.ts";

/** Widths with a golden file each; the last one has colours. */
export const GOLDENS: { name: string; width: number; colour: boolean }[] = [
  { name: "40", width: 40, colour: false },
  { name: "80", width: 80, colour: false },
  { name: "160", width: 160, colour: false },
  { name: "80-colour", width: 80, colour: true },
];

const LONG = Array.from({ length: 30 }, (_, i) => `word${i}`).join(" ");
const WIDE =
  "道可道非常道名可名非常名無名天地之始有名萬物之母故常無欲以觀其妙常有欲以觀其徼此兩者同出而異名同謂之玄玄之又玄眾妙之門"
    .repeat(3);

const SOURCES: Record<string, string> = {
  "plain.yaml": "name: tidy\nnext: raport\n\nlast",
  "wide.yaml": "title: 東京タワーの写真\nnote: 👩‍👩‍👧‍👦 🇩🇪 ❤️ raport\n",
  "marks.yaml": "\tkey:\t\traport\ncafe\u0301 Z\u0351\u036b\u0343\u036aa\u0302\u0323lgo raport\n\u0301x raport\n",
  "long.yaml": `${LONG}\n${WIDE}\n`,
  "control.yaml": "bell \u0007 escape \u001b[31m raport \u202eright\r\nnext\r\n",
  "lines.yaml": `${"-\n".repeat(9_998)}first: {\n  second: 2,\n}\n`,
};

function place(file: string, text: string, length = text.length): Range {
  const source = SOURCES[file];
  const from = source.indexOf(text);
  if (from < 0) throw new Error(`${file} doesn't hold ${JSON.stringify(text)}`);
  return indexLines(source).range(from, from + length);
}

function found(
  file: string,
  text: string,
  message: string,
  more: Partial<Diagnostic> = {},
  length?: number,
): Diagnostic {
  return {
    code: "unknown-target",
    severity: "error",
    message,
    file,
    range: place(file, text, length),
    related: [],
    ...more,
  };
}

const CASES: readonly Diagnostic[] = [
  found("plain.yaml", "raport", 'Next names step "raport", which doesn\'t exist; did you mean "report"?', {
    repair: { title: 'Change "raport" to "report"', edits: [] },
  }),
  found("plain.yaml", "", "At the beginning, with nothing to mark", { severity: "info" }, 0),
  found("plain.yaml", "\n\nlast", "At the end of a line", { severity: "warning" }, 0),
  found("plain.yaml", "\nlast", "In an empty line", { severity: "warning" }, 0),
  found("wide.yaml", "写真", "After wide characters"),
  found("wide.yaml", "raport", "After emoji of several code points, a flag and a variation"),
  found("wide.yaml", "\u200d👩‍👧‍👦", "In the middle of an emoji", {}, 1),
  found("marks.yaml", "raport", "After tabs"),
  found("marks.yaml", "Z\u0351", "Under a letter with many marks", {}, 1),
  found("marks.yaml", "lgo raport", "After combining marks", { range: place("marks.yaml", "lgo raport") }),
  found("marks.yaml", "x raport", "After a mark without a letter"),
  found("long.yaml", "word0", "At the beginning of a long line"),
  found("long.yaml", "word15", "In the middle of a long line"),
  found("long.yaml", "word29", "At the end of a long line"),
  found("long.yaml", "word3 ", "Longer than there is room", {}, 150),
  found("long.yaml", "始有名", "In the middle of a long line of wide characters"),
  found("long.yaml", WIDE, "A whole long line of wide characters"),
  found("control.yaml", "raport", "Among characters \u001b[31m that a terminal would obey", {
    help: "Take \u001b[0m them out",
  }),
  found("control.yaml", "next", "With the line ends of another system"),
  found("lines.yaml", "{\n  second", "Over several lines", {
    related: [
      { message: "Closed here", range: place("lines.yaml", "}") },
      { message: "In another file", file: "wide.yaml", range: place("wide.yaml", "東京") },
      { message: "In a file that can't be read", file: "gone.yaml", range: place("plain.yaml", "last") },
    ],
    help: `One line that is short\nOne that is long: ${LONG}\nOne that can't be broken: ${"x".repeat(100)}`,
    repair: { title: `Make it shorter: ${LONG.slice(0, 120)}`, edits: [] },
  }, 20),
  {
    code: "no-terminal",
    severity: "error",
    message: "In a text without a file",
    range: place("plain.yaml", "name"),
    related: [],
  },
];

/** What is printed for all of them. */
export function renderCases({ width, colour }: { width: number; colour: boolean }): string {
  return renderDiagnostics(CASES, { source: (file) => SOURCES[file], width, colour });
}

/** The golden file of a width. */
export function goldenOf(name: string): URL {
  return new URL(`../fixtures/render/${name}.txt`, import.meta.url);
}
