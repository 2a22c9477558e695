/** Annotations for GitHub: what would end a value or a command is escaped, and nothing else. */
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Diagnostic, FILE_START } from "../../lib/diagnostic.ts";
import { githubFormat } from "../../lib/cli/format/github.ts";

const found = (more: Partial<Diagnostic>): Diagnostic => ({
  code: "unknown-key",
  severity: "error",
  message: "m",
  range: FILE_START,
  related: [],
  ...more,
});

const HEAD = "line=1,endLine=1,col=1,endColumn=1,title=unknown-key";

const CASES: [title: string, found: Partial<Diagnostic>, printed: string][] = [
  [
    "per cent, carriage return and line feed in a message",
    { message: "5%\r\nmore%0A" },
    `::error ${HEAD}::5%25%0D%0Amore%250A`,
  ],
  ["commas and colons stay in a message", { message: "a, b: c::d" }, `::error ${HEAD}::a, b: c::d`],
  ["help comes on a line of its own", { help: "one\ntwo" }, `::error ${HEAD}::m%0Aone%0Atwo`],
  [
    "per cent, commas, colons and line ends in a property",
    { file: "C:\\a,b%/c\r\n::error::d.md" },
    `::error file=C%3A\\a%2Cb%25/c%0D%0A%3A%3Aerror%3A%3Ad.md,${HEAD}::m`,
  ],
  ["a warning", { severity: "warning" }, `::warning ${HEAD}::m`],
  ["an info is a notice", { severity: "info" }, `::notice ${HEAD}::m`],
  [
    "columns only within one line",
    { range: { start: { line: 2, column: 3, offset: 9 }, end: { line: 4, column: 1, offset: 20 } } },
    "::error line=2,endLine=4,col=3,title=unknown-key::m",
  ],
];

for (const [title, one, printed] of CASES) {
  test(title, () => assert.is(githubFormat([found(one)]), `${printed}\n`));
}

test("one line each, whatever they hold", () => {
  const text = githubFormat(CASES.map(([, one]) => found(one)));
  assert.is(text.split("\n").length, CASES.length + 1);
});

test.run();
