import { test } from "uvu";
import * as assert from "uvu/assert";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../lib/json.ts";
import { type ConditionBindings, ConditionError, evaluateCondition } from "../../lib/workflow/condition/mod.ts";
import type { VariableType } from "../../lib/workflow/workflow.ts";
import { type Data, expressions, Failure, type Generated, type Value } from "./generated.ts";
import { conditionOf, findingsOf, variable } from "./scope.ts";
import { checkCondition } from "../../lib/workflow/condition/mod.ts";

const TYPES: Record<string, VariableType> = {
  i: "integer",
  j: "integer",
  d: "number",
  e: "number",
  s: "string",
  t: "string",
  b: "boolean",
  c: "boolean",
  l: "list",
  m: "list",
  o: "object",
};
const SCOPE = {
  variables: Object.fromEntries(
    [
      ...Object.entries(TYPES).map(([name, type]) => variable(name, type)),
      variable("u", "integer", { required: false }),
    ]
      .map((one) => [one.name, one]),
  ),
  steps: ["one"],
};

const integers = fc.integer({ min: -3, max: 9 });
const numbers = fc.constantFrom(-1.5, 0, 1, 1.5, 2, 7);
const texts = fc.constantFrom("", "a", "ab", "2");
const lists = fc.array(fc.oneof(integers, numbers, texts), { maxLength: 3 });
const anything = fc.oneof(integers, numbers, texts, fc.boolean(), lists, fc.constant(null));

const contexts: fc.Arbitrary<JsonObject> = fc.record({
  i: integers,
  j: integers,
  d: numbers,
  e: numbers,
  s: texts,
  t: texts,
  b: fc.boolean(),
  c: fc.boolean(),
  l: lists,
  m: lists,
  u: fc.option(integers),
  o: fc.record({ x: anything, y: anything }, { requiredKeys: [] }),
}) as fc.Arbitrary<JsonObject>;

const situations = fc.record({ context: contexts, output: anything, cycle: fc.nat(5), one: fc.nat(3) });
type Situation = { context: JsonObject; output: Json; cycle: number; one: number };

function bindingsOf({ context, output, cycle, one }: Situation): ConditionBindings {
  return { variables: SCOPE.variables, context, sent: {}, outputs: {}, output, cycle, visits: { one } };
}

/** Whole numbers are integers, but for variables that are declared as numbers. */
function valueOf(json: Json): Value {
  if (Array.isArray(json)) return json.map(valueOf);
  return typeof json === "number" && Number.isInteger(json) ? BigInt(json) : json as Value;
}

function dataOf({ context, output, cycle, one }: Situation): Data {
  const { o, d, e, ...rest } = context;
  const fields = Object.entries(o as JsonObject).map(([name, value]) => [`o.${name}`, valueOf(value)]);
  const others = Object.entries({ ...rest, output, cycle_number: cycle, one }).map((
    [name, value],
  ) => [name, valueOf(value)]);
  return { d: d as number, e: e as number, ...Object.fromEntries(others), ...Object.fromEntries(fields) };
}

function outcomeOf(text: string, situation: Situation): boolean | ConditionError {
  try {
    return evaluateCondition(text, bindingsOf(situation));
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
}

function expectedOf({ value }: Generated, situation: Situation): boolean | Failure {
  try {
    const result = value(dataOf(situation));
    return typeof result === "boolean" ? result : new Failure("not a boolean");
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

const errorsOf = (text: string) =>
  checkCondition(conditionOf(text), SCOPE).filter(({ code }) => code !== "constant-condition");

const RUNS = 1_500;

let decided = 0;

test("what the checker lets pass has the value that a second set of rules gives it", () => {
  fc.assert(
    fc.property(expressions, situations, (expression, situation) => {
      if (errorsOf(expression.text).some(({ code }) => code !== "possibly-unset")) return;
      const outcome = outcomeOf(expression.text, situation as Situation);
      const expected = expectedOf(expression, situation as Situation);
      if (expected instanceof Failure) {
        assert.instance(outcome, ConditionError, `${expression.text}: ${expected.message}`);
      } else assert.is(outcome, expected, `${expression.text}: ${outcome}`);
      decided++;
    }),
    { numRuns: RUNS },
  );
  assert.ok(decided > 100, `only ${decided} expressions passed the checker`);
});

test("what the checker lets pass in silence can be evaluated, but for fields, divisions and overflows", () => {
  fc.assert(
    fc.property(expressions, situations, (expression, situation) => {
      const open = /context\.o|output/.test(expression.text);
      if (open || errorsOf(expression.text).length > 0) return;
      const outcome = outcomeOf(expression.text, situation as Situation);
      if (outcome instanceof ConditionError) {
        assert.match(outcome.message, /divides by zero|too large for an integer/, expression.text);
      }
    }),
    { numRuns: RUNS },
  );
});

test("what is called constant is", () => {
  fc.assert(
    fc.property(expressions, fc.array(situations, { minLength: 4, maxLength: 4 }), (expression, several) => {
      const findings = checkCondition(conditionOf(expression.text), SCOPE);
      const whole = findings.find(({ code, message }) =>
        code === "constant-condition" && message.startsWith("Condition")
      );
      if (!whole) return;
      const wanted = whole.message.startsWith("Condition is always true");
      for (const situation of several) {
        const outcome = outcomeOf(expression.text, situation as Situation);
        if (!(outcome instanceof ConditionError)) assert.is(outcome, wanted, expression.text);
      }
    }),
    { numRuns: RUNS },
  );
});

const WORDS = [
  "context",
  ".",
  "n",
  "maybe",
  " ",
  "and",
  "not",
  "is",
  "(",
  ")",
  "[",
  "]",
  "'",
  '"',
  "==",
  "=",
  "1",
  "0.5",
  ",",
]
  .concat([
    "in",
    "has(",
    "size(",
    "outputs['my-step']",
    "//",
    "?",
    ":",
    "&&",
    "||",
    "!",
    "-",
    "{{",
    "}}",
    "\\",
    "\n",
    "😀",
    "None",
  ]);

test("the checker takes any text, and every place and repair lies inside it", () => {
  const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(""));
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 60 })), (text) => {
      for (const { range, repair, message } of findingsOf(text)) {
        assert.match(message, /^[^a-z]/, text);
        for (const place of [range, ...repair?.edits.map((edit) => edit.range) ?? []]) {
          const [start, end] = [place.start.offset - 100, place.end.offset - 100];
          assert.ok(0 <= start && start <= end && end <= text.length, `${text}: ${start}-${end}`);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test("evaluation takes any text: a boolean, or a condition error", () => {
  const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 20 }).map((words) => words.join(""));
  fc.assert(
    fc.property(fc.oneof(soup, fc.string()), situations, (text, situation) => {
      const outcome = outcomeOf(text, situation as Situation);
      assert.ok(typeof outcome === "boolean" || outcome instanceof ConditionError);
    }),
    { numRuns: RUNS },
  );
});

test.run();
