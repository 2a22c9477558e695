import { test } from "uvu";
import * as assert from "uvu/assert";
import { FILE_START } from "../../lib/diagnostic.ts";
import { LIMITS } from "../../lib/limits.ts";
import { checkRequire, compilePattern, describeRequire, findContradiction } from "../../lib/workflow/contract/mod.ts";
import type { Require } from "../../lib/workflow/workflow.ts";

function requireOf(checks: Partial<Require>): Require {
  const program = checks.lastLineRegex === undefined ? "" : compilePattern(checks.lastLineRegex);
  return {
    ...checks,
    ...(typeof program === "string" ? {} : { lastLineProgram: program }),
    ranges: {},
    range: FILE_START,
  };
}

const VERDICT = "^VERDICT: (PASS|FAIL)$";

/** Checks, a text, what is wrong with it. */
const ROWS: [checks: Partial<Require>, text: string, problems: string[]][] = [
  [{ nonEmpty: true }, "x", []],
  [{ nonEmpty: true }, "", ["non_empty: wanted some text, got none"]],
  [{ nonEmpty: true }, " \n\t", ["non_empty: wanted some text, got none"]],
  [{ contains: ["a", "b"] }, "a b", []],
  [{ contains: ["a", "b"] }, "a", ['contains: wanted "b", got "a"']],
  [{ contains: ["A"] }, "a", ['contains: wanted "A", which it has only in other letters, got "a"']],
  [{ contains: ["a"] }, "", ['contains: wanted "a", got no text']],
  [{ until: "DONE" }, "all done", []],
  [{ until: "DONE" }, "undone", ['until: wanted the word "DONE", got "undone"']],
  [{ lastLineRegex: VERDICT }, "VERDICT: PASS", []],
  [{ lastLineRegex: VERDICT }, "x\nVERDICT: FAIL", []],
  [{ lastLineRegex: VERDICT }, "x\r\nVERDICT: FAIL\r\n \r\n\n", []],
  [{ lastLineRegex: VERDICT }, "x\n  VERDICT: FAIL  ", []],
  [{ lastLineRegex: VERDICT }, "x\rVERDICT: FAIL\r", []],
  [
    { lastLineRegex: VERDICT },
    "VERDICT: PASS\nThat was it.",
    [`last_line_regex: wanted a last line that matches ${VERDICT}, got "That was it."`],
  ],
  [{ lastLineRegex: VERDICT }, "", [`last_line_regex: wanted a last line that matches ${VERDICT}, got no line`]],
  [{ lastLineRegex: "ok" }, "it is ok now", []],
  [{ lastLineRegex: "(?i)OK" }, "ok", []],
  [{ lastLineRegex: "(" }, "ok", ["last_line_regex: pattern ( can't be used"]],
  [
    { nonEmpty: true, contains: ["x"], until: "DONE", lastLineRegex: "^ok$" },
    "",
    [
      "non_empty: wanted some text, got none",
      'contains: wanted "x", got no text',
      'until: wanted the word "DONE", got no text',
      "last_line_regex: wanted a last line that matches ^ok$, got no line",
    ],
  ],
  [{}, "", []],
];

for (const [checks, text, problems] of ROWS) {
  test(`${JSON.stringify(checks)} of ${JSON.stringify(text)}`, () =>
    assert.equal(checkRequire(requireOf(checks), text), problems));
}

test("a last line as long as the limit is looked at, a longer one isn't", () => {
  const require = requireOf({ lastLineRegex: "^x+$" });
  assert.equal(checkRequire(require, "x".repeat(LIMITS.patternInput)), []);
  assert.equal(checkRequire(require, "x".repeat(LIMITS.patternInput + 1)), [
    `last_line_regex: wanted a last line that matches ^x+$ and has at most ${LIMITS.patternInput} characters, got one of 1001`,
  ]);
});

test("a long text is shown in part", () => {
  const [problem] = checkRequire(requireOf({ contains: ["y"] }), "x".repeat(10_000));
  assert.ok(problem.length < 200, problem);
});

test("the contract in words", () => {
  assert.equal(
    describeRequire(requireOf({ nonEmpty: true, contains: ["a", 'b"'], until: "DONE", lastLineRegex: VERDICT })),
    [
      "isn't empty",
      'contains "a"',
      'contains "b\\""',
      'has the word "DONE"',
      `has a last line that matches ${VERDICT}`,
    ],
  );
  assert.equal(describeRequire(requireOf({})), []);
});

/** Contracts, and why no text meets them. */
const CONTRADICTIONS: [checks: Partial<Require>, why: string | undefined][] = [
  [{}, undefined],
  [{ nonEmpty: true, contains: ["a"], until: "b" }, undefined],
  [{ lastLineRegex: VERDICT, until: "DONE", contains: ["x"] }, undefined],
  [{ lastLineRegex: "(" }, undefined],
  [
    { lastLineRegex: "DONE\\n" },
    'Pattern "DONE\\\\n" matches no line: it wants a line end, or nothing that can be read',
  ],
  [
    { lastLineRegex: "a\\r?\\nb" },
    'Pattern "a\\\\r?\\\\nb" matches no line: it wants a line end, or nothing that can be read',
  ],
  [
    { lastLineRegex: "[\\r\\n]" },
    'Pattern "[\\\\r\\\\n]" matches no line: it wants a line end, or nothing that can be read',
  ],
  [{ lastLineRegex: "a|\\n" }, undefined],
  [{ lastLineRegex: "\\s" }, undefined],
  [{ lastLineRegex: ".{600}.{400}" }, undefined],
  [
    { lastLineRegex: ".{600}.{401}" },
    'Pattern ".{600}.{401}" wants a line of at least 1001 characters, and one has at most 1000',
  ],
  [{ lastLineRegex: "^$" }, undefined],
  [
    { lastLineRegex: "^$", nonEmpty: true },
    'Pattern "^$" matches an empty text only, and non_empty wants one that isn\'t',
  ],
  [
    { lastLineRegex: "^\\s*$", until: "DONE" },
    'Pattern "^\\\\s*$" matches an empty text only, and until wants one that isn\'t',
  ],
  [
    { lastLineRegex: "^$", contains: ["a"] },
    'Pattern "^$" matches an empty text only, and contains wants one that isn\'t',
  ],
  [{ lastLineRegex: "^$", contains: ["\n"] }, undefined],
];

for (const [checks, why] of CONTRADICTIONS) {
  test(`contradiction in ${JSON.stringify(checks)}`, () => {
    assert.is(findContradiction(requireOf(checks)), why);
  });
}

test.run();
