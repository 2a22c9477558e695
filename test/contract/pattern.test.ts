import { test } from "uvu";
import * as assert from "uvu/assert";
import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { LIMITS } from "../../lib/limits.ts";
import { compilePattern, findPatternProblem } from "../../lib/workflow/contract/mod.ts";
import { isFoundIn } from "../../lib/workflow/contract/match_pattern.ts";
import type { PatternProgram } from "../../lib/workflow/contract/pattern_program.ts";

const PERL = "; RE2 has no look-around and no back references";

/** Patterns, and what is wrong with them. */
const ROWS: [pattern: string, problem: string | undefined][] = [
  ["^VERDICT: (PASS|FAIL)$", undefined],
  ["(?i)\\bdone\\b", undefined],
  ["\\p{Greek}+", undefined],
  ["", "Pattern is empty; wanted an RE2 pattern such as ^DONE$"],
  ["(", 'Pattern "(" can\'t be read: missing closing ): "("'],
  ["[a", 'Pattern "[a" can\'t be read: missing closing ]: "[a"'],
  ["a**", 'Pattern "a**" can\'t be read: invalid nested repetition operator: "**"'],
  ["a{1001}", 'Pattern "a{1001}" can\'t be read: invalid repeat count: "{1001}"'],
  ["(?=a)", `Pattern "(?=a)" can't be read: invalid or unsupported Perl syntax: "(?="${PERL}`],
  ["(a)\\1", `Pattern "(a)\\\\1" can't be read: invalid escape sequence: "\\1"${PERL}`],
  ["((a{100}){100}){100}", 'Pattern "((a{100}){100}){100}" can\'t be read: invalid repeat count: "{100}"'],
  ["x".repeat(LIMITS.pattern), undefined],
  ["x".repeat(LIMITS.pattern + 1), `Pattern has ${LIMITS.pattern + 1} characters; wanted at most ${LIMITS.pattern}`],
];

for (const [pattern, problem] of ROWS) {
  test(`pattern ${pattern.slice(0, 40)}`, () => assert.is(findPatternProblem(pattern), problem));
}

test("a pattern that unfolds into a large program is refused", () => {
  assert.match(
    findPatternProblem("(?:abcdefghijklmnopqrst){1000}")!,
    /^Pattern is too large: \d+ instructions; wanted at most 3000$/,
  );
});

test("a program is plain data, and the same for the same pattern", () => {
  const program = compilePattern("^(?i)dö+ne\\b|\\pL$") as PatternProgram;
  assert.is(compilePattern("^(?i)dö+ne\\b|\\pL$"), program);
  const copy = JSON.parse(JSON.stringify(program));
  assert.equal(copy, program);
  assert.is(isFoundIn(copy, "DÖÖNE!"), true);
});

const UNITS = [
  "a",
  "b",
  "A",
  ".",
  "[ab]",
  "[^a]",
  "\\d",
  "\\w",
  "\\s",
  "\\b",
  "\\B",
  "^",
  "$",
  "\\pL",
  "\\x{1F600}",
  "k",
  "ß",
  "é",
  "\\.",
];
const atom = fc.constantFrom(...UNITS);
const suffix = fc.constantFrom("", "", "", "*", "+", "?", "*?", "{2}", "{1,3}");
const piece = fc.tuple(atom, suffix).map(([unit, many]) => /^(\\[bB]|\^|\$)$/.test(unit) ? unit : unit + many);
const pattern = fc.tuple(
  fc.constantFrom("", "", "(?i)", "(?s)", "(?m)"),
  fc.array(fc.oneof(piece, fc.tuple(piece, piece).map(([a, b]) => `(?:${a}|${b})`), piece.map((p) => `(${p})?`)), {
    minLength: 1,
    maxLength: 5,
  }),
).map(([flags, parts]) => flags + parts.join(""));
const line = fc.array(
  fc.constantFrom("a", "b", "A", "B", "1", " ", ".", "_", "\n", "😀", "k", "K", "\u212a", "ß", "ẞ", "é", "É", "\ud800"),
  {
    maxLength: 8,
  },
).map((units) => units.join(""));

test("the walk over the program agrees with an independent RE2", () => {
  fc.assert(
    fc.property(pattern, line, (pattern, line) => {
      const program = compilePattern(pattern);
      if (typeof program === "string") return;
      const expected = RE2JS.compile(pattern).matcher(line).find();
      assert.is(isFoundIn(program, line), expected, `${pattern} in ${JSON.stringify(line)}`);
    }),
    { numRuns: 1_500 },
  );
});

const SYNTAX =
  ("( ) [ ] [^ {2} {,3} {1, {2,1} {0} {1001} * + ? ?? | ^ $ . \\ \\d \\W \\pL \\p{Greek} \\P{^Lu} \\p{Foo} \\p \\Q \\E " +
    "(?i) (?s-i: (?: (?P<a> (?<b> (?< (?= (?<= (?P=a) (? (?) (?-) (?i-) (?U) (?x) [:alpha:] [[:^digit:]] [[:x:]] - a k s é ß 😀 " +
    "\\x41 \\x{1F600} \\x{110000} \\xg \\07 \\12 \\8 \\n \\- \\_ \\z \\Z \\A \\C \\b 1 _").split(" ");

test("every text is a pattern here where it is one for an independent RE2, and finds the same", () => {
  const texts = fc.array(fc.constantFrom(...SYNTAX, "\\ ", "\ud800"), { minLength: 1, maxLength: 7 }).map((s) =>
    s.join("")
  );
  const lines = fc.array(fc.constantFrom(..."akKsſéÉß😀1_ -\nαΩA\u212a)[7"), { maxLength: 6 }).map((s) => s.join(""));
  fc.assert(
    fc.property(texts, lines, (pattern, line) => {
      const ours = compilePattern(pattern);
      let peer: RE2JS | undefined;
      try {
        peer = RE2JS.compile(pattern);
      } catch { /* Not a pattern */ }
      if (typeof ours !== "string") assert.is(isFoundIn(ours, line), peer?.matcher(line).find(), pattern);
      else if (!ours.startsWith("Pattern is too large")) assert.is(peer, undefined, `${pattern}: ${ours}`);
    }),
    { numRuns: 3_000 },
  );
});

test("a letter is the same in each of its cases as for an independent RE2", () => {
  for (const letter of "aksßéΩθωǅИᲀᏀꮿıİŉͅẞſΐ𐐀") {
    const [program, peer] = [compilePattern(`(?i)^${letter}$`) as PatternProgram, RE2JS.compile(`(?i)^${letter}$`)];
    for (let point = 0; point <= 0x1ffff; point += point === 0xd7ff ? 0x801 : 1) {
      const text = String.fromCodePoint(point);
      if (isFoundIn(program, text)) assert.ok(peer.matches(text), `${letter} ${text}`);
    }
    for (const text of [letter.toLowerCase(), letter.toUpperCase(), letter]) {
      assert.is(isFoundIn(program, text), peer.matcher(text).find(), `${letter} ${text}`);
    }
  }
});

test("the sets with names hold what they hold for an independent RE2", () => {
  const names =
    "\\pL \\p{Lu} \\PN \\p{Greek} \\p{^Han} \\pC \\p{Cs} \\p{Co} \\p{Any} \\d \\S \\w [[:punct:]] [[:^xdigit:]] [[:word:]-é]"
      .split(" ");
  const points = [
    0,
    9,
    10,
    32,
    45,
    47,
    65,
    102,
    127,
    0xad,
    0xe9,
    0x3a9,
    0x661,
    0x4e2d,
    0xd7a3,
    0xd800,
    0xdfff,
    0xe000,
    0x1f600,
    0x20000,
    0x100000,
  ];
  for (const name of names) {
    const [program, peer] = [compilePattern(name) as PatternProgram, RE2JS.compile(name)];
    for (const text of points.map((point) => String.fromCodePoint(point))) {
      assert.is(isFoundIn(program, text), peer.matcher(text).find(), `${name} U+${text.codePointAt(0)!.toString(16)}`);
    }
  }
});

test("no pattern takes long on the longest line", () => {
  const text = "ab".repeat(LIMITS.patternInput / 2);
  const patterns = [
    "(a+)+$",
    "(a|b)*a(a|b){400}c",
    "(?:a?){1000}c",
    "(.*)(.*)(.*)(.*)(.*)c",
    "[\\p{L}\\p{N}]{900}x",
    "(?i)(?:\\pL?){900}z",
  ]
    .concat(["(?:.{0,30}){0,33}z", "((a|b|ab|ba|aba|bab){0,16}){0,30}z"]);
  for (const pattern of patterns) {
    const started = performance.now();
    const program = compilePattern(pattern);
    if (typeof program !== "string") isFoundIn(program, text);
    const took = performance.now() - started;
    assert.ok(took < 3_000, `${pattern} took ${took.toFixed(0)} ms`);
  }
});

test.run();
