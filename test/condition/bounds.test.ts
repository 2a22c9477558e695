import { test } from "uvu";
import * as assert from "uvu/assert";
import { LIMITS } from "../../lib/limits.ts";
import { ConditionError, evaluateCondition, parseCondition } from "../../lib/workflow/condition/mod.ts";
import { bindingsOf } from "./bindings.ts";
import { findingsOf, printFindings } from "./scope.ts";

/** `context.f && context.f …` of so many operands. */
const chain = (length: number) => Array.from({ length }, () => "context.f").join("&&");

test("a condition as long as the limit is read, one longer isn't", () => {
  const longest = "context.f".padEnd(LIMITS.condition);
  assert.is(printFindings(longest), "ok");
  assert.is(evaluateCondition(longest, bindingsOf()), true);
  assert.is(
    printFindings(`${longest} `),
    `expr-syntax 1-${LIMITS.condition + 2} Condition has ${
      LIMITS.condition + 1
    } characters; wanted at most ${LIMITS.condition}`,
  );
  assert.throws(
    () => evaluateCondition(`${longest} `, bindingsOf()),
    (error: unknown) => error instanceof ConditionError,
  );
  assert.is(parseCondition(`${longest} `).ast, undefined);
});

test("a chain of operands isn't nesting", () => {
  assert.is(printFindings(chain(150)), "ok");
  assert.is(evaluateCondition(chain(150), bindingsOf()), true);
});

test("nesting and size are bounded", () => {
  assert.is(printFindings(`${"(".repeat(30)}context.f${")".repeat(30)}`), "ok");
  assert.match(
    printFindings(`${"(".repeat(31)}context.f${")".repeat(31)}`),
    "Condition is nested too deep; wanted at most 32 levels",
  );
  assert.match(printFindings(`${"[".repeat(900)}`), "Condition is nested too deep");
  assert.match(printFindings(`context${".a".repeat(40)}`), "Condition is nested too deep");
  assert.match(printFindings(`${"-".repeat(600)}1 == 1`), "Condition is too long; wanted at most 500 parts");
  assert.match(printFindings(`1${"+1".repeat(400)} > 1`), "Condition is too long");
});

test("no text of the longest size takes long, whatever is in it", () => {
  const units = [
    "(",
    "[",
    "!",
    "-",
    "'",
    '"',
    "\\",
    "'''",
    '"""',
    "a",
    "a.",
    ".",
    " ",
    "\u00a0",
    "1",
    "1e",
    "not ",
    "and ",
    "{{",
  ]
    .concat([
      "//",
      "?",
      "?:",
      "$",
      "“",
      "😀",
      "\ud800",
      "context.",
      "context.f&&",
      "has(",
      "x.all(",
      "0x",
      "[a,",
      "a in ",
      "'\\",
    ]);
  const started = performance.now();
  for (const unit of units) {
    const text = unit.repeat(Math.floor(LIMITS.condition / unit.length));
    findingsOf(text);
    parseCondition(text);
  }
  const took = performance.now() - started;
  assert.ok(took < 5_000, `${units.length} texts took ${took.toFixed(0)} ms`);
});

test("the same text gives the same object, also after many others", () => {
  const first = parseCondition("context.f && 1 == 1");
  assert.is(parseCondition("context.f && 1 == 1"), first);
  for (let i = 0; i < 3_000; i++) parseCondition(`context.f && ${i} == ${i}`);
  assert.equal(parseCondition("context.f && 1 == 1").problems, first.problems);
});

test("what evaluation does to its own tree is not seen by who reads the text", () => {
  const text = "'n' in context && has(context.n) && has(outputs['my-step'].ok)";
  assert.is(evaluateCondition(text, bindingsOf()), true);
  assert.is(printFindings(text), "ok");
  assert.ok(!JSON.stringify(parseCondition(text).ast).includes('" n"'));
});

test("a text with problems has them, and no tree", () => {
  assert.equal(parseCondition("context.f and 1").problems.map(({ message }) => message), [
    '"and" is written "&&" in conditions',
  ]);
  assert.equal(parseCondition("size(1, 2)").problems.map(({ code }) => code), ["expr-syntax"]);
  assert.is(parseCondition("nobody == 1").ast?.op, "==");
});

test.run();
