import { test } from "uvu";
import * as assert from "uvu/assert";
import { evaluateCondition, parseCondition } from "../../lib/workflow/condition/mod.ts";
import { clash, fixedType, type Inferred } from "../../lib/workflow/condition/inferred.ts";
import { balancedSpan, quoteSource } from "../../lib/workflow/condition/source_span.ts";
import { bindingsOf } from "./bindings.ts";
import { printFindings, readRows } from "./scope.ts";

test("a step that was never entered isn't among the visits", () => {
  const visits = { count: 3, other: 0 };
  const holds = (text: string) => evaluateCondition(text, bindingsOf({ visits }));
  assert.is(holds("size(visits) == 1"), true);
  assert.is(holds("'count' in visits"), true);
  assert.is(holds("'other' in visits"), false);
  assert.is(holds("visits.other == 0 && visits['my-step'] == 0"), true);
});

test("a node's span takes in its parentheses, blanks between them included", () => {
  const span = (text: string, node: string) => {
    const start = text.indexOf(node);
    const { start: first, end } = balancedSpan(text, { start, end: start + node.length });
    return text.slice(first, end);
  };
  assert.is(span("(a) + b", "a) + b"), "(a) + b");
  assert.is(span("(  a) + b", "a) + b"), "(  a) + b");
  assert.is(span("a + (b)", "a + (b"), "a + (b)");
  assert.is(span("a + (b  ) ", "a + (b"), "a + (b  )");
  assert.is(span("((a) + (b))", "a) + (b"), "(a) + (b)");
  assert.is(span("x(a", "a"), "a");
  assert.is(span("(')' + a)", "')' + a"), "')' + a");
  assert.is(span(`(a + "\\")") + b`, `a + "\\")") + b`), `(a + "\\")") + b`);
  assert.is(span("a) + b", "a) + b"), "a) + b");
  assert.is(span("a + (b", "a + (b"), "a + (b");
});

test("a source is cut after 80 characters", () => {
  assert.is(quoteSource("x".repeat(80)), `"${"x".repeat(80)}"`);
  assert.is(quoteSource("x".repeat(81)), `"${"x".repeat(79)}…"`);
});

test("the same text is read once, a text that was pushed out anew", () => {
  const first = parseCondition("context.n > 41");
  assert.is(parseCondition("context.n > 41"), first);
  for (let n = 0; n < 999; n++) parseCondition(`context.n > ${n} + 1`);
  assert.is(parseCondition("context.n > 41"), first);
  for (let n = 0; n < 1_000; n++) parseCondition(`context.n > ${n} + 2`);
  assert.is.not(parseCondition("context.n > 41"), first);
});

test("types that the evaluator refuses beside each other", () => {
  const type = (text: string): Inferred => {
    const [, name, item, open] = /^(\w+?)(?:<(\w+)>)?(\?)?$/.exec(text)!;
    return { type: name, ...(item && { item }), fixed: open === undefined, depends: [] } as unknown as Inferred;
  };
  const rows = `
    integer integer   → no
    integer string    → yes
    integer? string   → no
    integer string?   → no
    any string        → no
    string any        → no
    list list         → no
    list<string> list<string>   → no
    list<string> list<integer>  → yes
    list<string> list           → no
    list list<string>           → no`;
  for (const row of rows.trim().split("\n")) {
    const [types, wanted] = row.trim().split(/ +→ /);
    const [a, b] = types!.split(" ").map(type);
    assert.is(clash(a!, b!) ? "yes" : "no", wanted, row);
  }
  assert.equal(
    ["integer", "integer?", "any", "list", "list<string>", "list<string>?"].map((one) => fixedType(type(one))),
    [
      "integer",
      undefined,
      undefined,
      undefined,
      "list of string",
      undefined,
    ],
  );
});

/** Findings at the edges of others. */
const ROWS = readRows(String.raw`
  has(context.report.deep.line)
  has(context.report['a b'])
  outputs.my-step.ok ⇒ unknown-field 1-16 Step "my-step" can't be read with a dot; write outputs['my-step'] → outputs['my-step'].ok
`);

for (const [text, found = "ok"] of ROWS) {
  test(`edge: ${text}`, () => assert.is(printFindings(text!), found));
}

test.run();
