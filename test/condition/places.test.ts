import { test } from "uvu";
import * as assert from "uvu/assert";
import { checkCondition } from "../../lib/workflow/condition/mod.ts";
import type { Condition } from "../../lib/workflow/workflow.ts";
import { conditionOf, findingsOf, SCOPE } from "./scope.ts";

/** A condition in quotes: its text begins one column after the scalar. */
function quoted(text: string): Condition {
  const start = { line: 3, column: 16, offset: 60 };
  const at = { line: 3, column: 17, offset: 61 };
  return { text, at, range: { start, end: { line: 3, column: 18 + text.length, offset: 62 + text.length } } };
}

test("columns and offsets count from where the text begins in the file", () => {
  const [finding] = checkCondition(conditionOf("context.nn > 1", { line: 12, column: 22, offset: 340 }), SCOPE);
  assert.equal(finding.range, {
    start: { line: 12, column: 30, offset: 348 },
    end: { line: 12, column: 32, offset: 350 },
  });
  assert.equal(finding.repair?.edits, [{ range: finding.range, text: "n" }]);
  assert.is(finding.repair?.title, "Write n");
});

test("findings come in the order of their places", () => {
  const starts = findingsOf("context.a == context.b && n > 1 && len(context.tags) and x").map(({ range }) =>
    range.start.offset
  );
  assert.ok(starts.length >= 5);
  assert.equal(starts, [...starts].sort((a, b) => a - b));
});

test("a text on several lines has the scalar's place, and no repair", () => {
  const range = { start: { line: 5, column: 3, offset: 50 }, end: { line: 7, column: 1, offset: 90 } };
  const [finding] = checkCondition({ text: "context.nn > 1", range }, SCOPE);
  assert.equal(finding.range, range);
  assert.is(finding.repair, undefined);
  assert.match(finding.message, '"nn"');
});

test("a repair uses the quotes that the text has, and none where the file's own aren't known", () => {
  const [unknown] = checkCondition(quoted("context.mode == fast"), SCOPE);
  assert.is(unknown.repair, undefined);
  assert.is(unknown.help, "Write 'fast'");
  const [single] = checkCondition(quoted("context.s == 'x' && context.mode == fast"), SCOPE);
  assert.is(single.repair?.edits[0].text, "'fast'");
  const [double] = checkCondition(quoted('context.s == "x" && context.mode == fast'), SCOPE);
  assert.is(double.repair?.edits[0].text, '"fast"');
  const [plain] = findingsOf("context.mode == fast");
  assert.is(plain.repair?.edits[0].text, "'fast'");
});

test("a repair that would begin a plain scalar with a mark of YAML is told in words", () => {
  const [finding] = findingsOf("not context.f");
  assert.is(finding.repair, undefined);
  assert.is(finding.help, 'Write "!", and put the whole condition in quotes');
  assert.is(checkCondition(quoted("not context.f"), SCOPE)[0].repair?.edits[0].text, "!");
});

const HELP: [text: string, help: string][] = [
  ["context.zzz == 1", 'Declare "zzz" in context_schema, or write the name of one that is declared'],
  [
    "context.maybe > 1",
    "Give it a default or make it required in context_schema, or ask first: context.maybe != null && …",
  ],
  ["variables.get('n') > 1", "Ask first, with variables.get('n') != null && …"],
  ["context.n * context.d > 1", "Declare both as integer or both as number in context_schema"],
  ["context.s", "Write what is to hold, such as context.s != ''"],
  ["context.tags", "Write what is to hold, such as size(context.tags) > 0"],
  ["context.n", "Write what is to hold, such as context.n != 0"],
  ["context.mode == 'fsat'", 'Did you mean "fast"?'],
  ["context.s == hello", "A text stands in quotes: 'hello'"],
  ["context.in == 1", 'Write ["in"] in its place'],
  ["true", "Write the target without a condition, or as a default, where it's meant to hold always"],
  ["false", "Leave the transition out, or write what it should depend on"],
];

for (const [text, help] of HELP) test(`help for ${text}`, () => assert.is(findingsOf(text)[0].help, help));

test("where no variable and no step is known, the message says so", () => {
  const scope = { variables: {}, steps: [] };
  assert.is(
    findingsOf("context.n == 1", scope)[0].message,
    `Variable "n" isn't declared; no variable is declared in context_schema`,
  );
  assert.is(findingsOf("outputs.n == 1", scope)[0].message, `Step "n" doesn't exist; there are no steps`);
});

test.run();
