import { test } from "uvu";
import * as assert from "uvu/assert";
import { type ConditionBindings, ConditionError, evaluateCondition } from "../../lib/workflow/condition/mod.ts";
import { bindingsOf } from "./bindings.ts";
import { readRows } from "./scope.ts";

function failureOf(text: string, bindings: ConditionBindings = bindingsOf()): ConditionError {
  try {
    const result = evaluateCondition(text, bindings);
    throw new Error(`"${text}" gave ${result}`);
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
}

/** What can't be told, with the message and the names. */
const ROWS = readRows(String.raw`
  context.report.nothing > 0 ⇒ "context.report" has no field "nothing"; it has "faults", "share", "deep", "names", "a b"; send the variable "report" [context.report.nothing]
  context.report.fautls > 0 ⇒ "context.report" has no field "fautls"; did you mean "faults"?; send the variable "report" [context.report.fautls]
  context.report.text > 0 ⇒ "context.report.text" is the text "two": a text cannot be compared with a number (">"); send the variable "report" [context.report.text]
  context.report.deep.line.x == 1 ⇒ "context.report.deep.line" is 7 and has no field "x"; send the variable "report" [context.report.deep.line.x]
  context.report.deep.nothing == 1 ⇒ "context.report.deep" has no field "nothing"; it has "line", "none"; send the variable "report" [context.report.deep.nothing]
  context.report[context.s] == 1 ⇒ "context.report" has no field "abc"; it has "faults", "share", "deep", "names", "a b"; send the variable "report" [context.report, context.s]
  context.maybe > 1 ⇒ "context.maybe" isn't set, so null cannot be compared with a number (">"); send the variable "maybe" [context.maybe]
  1 < context.maybe ⇒ "context.maybe" isn't set, so a number cannot be compared with null ("<"); send the variable "maybe" [context.maybe]
  context.maybe > context.perhaps ⇒ "context.maybe" and "context.perhaps" aren't set, so null cannot be compared with null (">"); send the variable "maybe" [context.maybe, context.perhaps]
  context.maybe + 1 == 2 ⇒ "context.maybe" isn't set, so null and a number can't be combined with "+"; send the variable "maybe" [context.maybe]
  -context.maybe == 1 ⇒ "context.maybe" isn't set, so "-" wants a number, not null; send the variable "maybe" [context.maybe]
  !context.perhaps ⇒ "context.perhaps" isn't set, so "!" wants true or false, not null; send the variable "perhaps" [context.perhaps]
  context.perhaps ⇒ "context.perhaps" isn't set; wanted true or false; send the variable "perhaps" [context.perhaps]
  context.f && context.perhaps ⇒ "context.perhaps" isn't set; wanted true or false; send the variable "perhaps" [context.perhaps]
  context.perhaps && context.f ⇒ "context.perhaps" isn't set; wanted true or false; send the variable "perhaps" [context.perhaps]
  context.perhaps ? true : false ⇒ "context.perhaps" isn't set; wanted true or false; send the variable "perhaps" [context.perhaps]
  context.n ⇒ "context.n" is 2; wanted true or false; send the variable "n" [context.n]
  context.report.text ⇒ "context.report.text" is the text "two"; wanted true or false; send the variable "report" [context.report.text]
  'yes' ⇒ "'yes'" is the text "yes"; wanted true or false []
  context.f && context.report.text ⇒ "context.report.text" is the text "two"; wanted true or false; send the variable "report" [context.report.text]
  context.note.startsWith('a') ⇒ "context.note" isn't set, so startsWith() can't be asked of null with a text; send the variable "note" [context.note]
  context.s.startsWith(context.note) ⇒ "context.note" isn't set, so startsWith() can't be asked of a text with null; send the variable "note" [context.note]
  context.report.faults.startsWith('a') ⇒ "context.report.faults" is 3: startsWith() can't be asked of a number with a text; send the variable "report" [context.report.faults]
  size(context.later) > 1 ⇒ "context.later" isn't set, so size() wants a text, a list or an object, not null; send the variable "later" [context.later]
  size(context.report.faults) > 1 ⇒ "context.report.faults" is 3: size() wants a text, a list or an object, not a number; send the variable "report" [context.report.faults]
  context.extra.a == 1 ⇒ "context.extra" isn't set, so it has no field "a"; send the variable "extra" [context.extra]
  context.later[0] == 1 ⇒ "context.later" isn't set, so it has no item "0"; send the variable "later" [context.later]
  context.tags[9] == 1 ⇒ "context.tags" has 4 items, counted from 0, and no item "9"; send the variable "tags" [context.tags]
  context.tags[-1] == 1 ⇒ "context.tags" has 4 items, counted from 0, and no item "-1"; send the variable "tags" [context.tags]
  context.tags.x == 1 ⇒ "context.tags" is a list and has no field "x"; send the variable "tags" [context.tags.x]
  context.s.x == 1 ⇒ "context.s" is the text "abc" and has no field "x"; send the variable "s" [context.s.x]
  1 in context.later ⇒ "context.later" isn't set, so "in" wants a list or an object on its right, not null; send the variable "later" [context.later]
  1 in context.report.text ⇒ "context.report.text" is the text "two": "in" wants a list or an object on its right, not a text; send the variable "report" [context.report.text]
  context.report.names + 1 == 1 ⇒ "context.report.names" is a list: a list and a number can't be combined with "+"; send the variable "report" [context.report.names]
  context.report.names > 1 ⇒ "context.report.names" is a list: a list cannot be compared with a number (">"); send the variable "report" [context.report.names]
  context.report > 1 ⇒ "context.report" is an object: an object cannot be compared with a number (">"); send the variable "report" [context.report]
  context.report.faults / (context.n - 2) == 1 ⇒ "context.report.faults / (context.n - 2)" divides by zero [context.report.faults, context.n]
  context.report.faults % (context.n - 2) == 1 ⇒ "context.report.faults % (context.n - 2)" divides by zero [context.report.faults, context.n]
  context.n * 9223372036854775807 > 0 ⇒ "context.n * 9223372036854775807" is too large for an integer [context.n]
  variables.faults > 1 ⇒ Variable "faults" wasn't sent with this delivery; send it [variables.faults]
  outputs['close'] == 1 ⇒ Step "close" has no output yet [outputs.close]
  outputs['my-step'].gone ⇒ "outputs['my-step']" has no field "gone"; it has "ok", "found" [outputs['my-step'].gone]
  outputs.count.ok ⇒ "outputs.count" is the text "counted" and has no field "ok" [outputs.count.ok]
  output.ok ⇒ "output" is the text "All DONE" and has no field "ok" [output.ok]
  output > 1 ⇒ "output" is the text "All DONE": a text cannot be compared with a number (">") [output]
  context.zzz == 1 ⇒ Variable "zzz" isn't declared [context.zzz]
  context.__proto__ == 1 ⇒ Variable "__proto__" isn't declared [context.__proto__]
  context.constructor == 1 ⇒ Variable "constructor" isn't declared [context.constructor]
  variables.constructor == 1 ⇒ Variable "constructor" wasn't sent with this delivery; send it [variables.constructor]
  outputs.constructor == 1 ⇒ Step "constructor" has no output yet [outputs.constructor]
  output.constructor == 1 ⇒ "output" is the text "All DONE" and has no field "constructor" [output.constructor]
  context.report.constructor == 1 ⇒ "context.report" has no field "constructor"; it has "faults", "share", "deep", "names", "a b"; send the variable "report" [context.report.constructor]
  context.report.__proto__ == 1 ⇒ "context.report" has no field "__proto__"; it has "faults", "share", "deep", "names", "a b"; send the variable "report" [context.report.__proto__]
  context.s.constructor == 1 ⇒ "context.s" is the text "abc" and has no field "constructor"; send the variable "s" [context.s.constructor]
  context.tags.constructor == 1 ⇒ "context.tags" is a list and has no field "constructor"; send the variable "tags" [context.tags.constructor]
  context.tags.length == 1 ⇒ "context.tags" is a list and has no field "length"; send the variable "tags" [context.tags.length]
  zzz == 1 ⇒ Condition "zzz == 1" can't be read: "zzz" isn't available in conditions []
  context.tags.all(i, i == 1) ⇒ Condition "context.tags.all(i, i == 1)" can't be read: "all" isn't available in conditions []
  context.tags.map(i, i) == [] ⇒ Condition "context.tags.map(i, i) == []" can't be read: "map" isn't available in conditions []
  context.s.matches('a') ⇒ Condition "context.s.matches('a')" can't be read: "matches" isn't available in conditions []
  context.f and true ⇒ Condition "context.f and true" can't be read: Unexpected character: 'd' []
  string(context.n) == '2' ⇒ Condition "string(context.n) == '2'" can't be read: "string" isn't available in conditions []
  {'a': 1} == context.report ⇒ Condition "{'a': 1} == context.report" can't be read: "map" isn't available in conditions []
  type(context.n) == int ⇒ Condition "type(context.n) == int" can't be read: "type" isn't available in conditions []
`);

for (const [text, expected] of ROWS) {
  test(text, () => {
    const { message, names } = failureOf(text);
    assert.is(`${message} [${names.join(", ")}]`, expected);
  });
}

test("case 17: a missing field and a text in a number's place are told apart, a number compares", () => {
  const text = "context.report.faults > 0";
  const at = (report: { faults?: string | number }) => bindingsOf({ context: { report } });
  const missing = failureOf(text, at({}));
  assert.equal(missing.names, ["context.report.faults"]);
  assert.match(missing.message, 'no field "faults"');
  const mistyped = failureOf(text, at({ faults: "two" }));
  assert.match(mistyped.message, "a text cannot be compared with a number");
  assert.is(evaluateCondition(text, at({ faults: 2 })), true);
});

test("a failure on one side is decided by the other, as CEL has it", () => {
  for (const text of ["context.maybe > 1 || context.f", "context.f || context.maybe > 1"]) {
    assert.is(evaluateCondition(text, bindingsOf()), true, text);
  }
  for (const text of ["context.maybe > 1 && !context.f", "!context.f && context.maybe > 1"]) {
    assert.is(evaluateCondition(text, bindingsOf()), false, text);
  }
  for (const text of ["context.maybe > 1 && context.f", "context.maybe > 1 || !context.f"]) failureOf(text);
});

test("a long text is quoted in part", () => {
  const { message } = failureOf("context.s > 1", bindingsOf({ context: { s: "x".repeat(5_000) } }));
  assert.ok(message.length < 250, message);
});

test.run();
