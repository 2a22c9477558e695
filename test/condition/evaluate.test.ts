import { test } from "uvu";
import * as assert from "uvu/assert";
import { evaluateCondition } from "../../lib/workflow/condition/mod.ts";
import { bindingsOf } from "./bindings.ts";

const lines = (text: string) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");

const TRUE = lines(String.raw`
  context.n == 2
  context.n == 2.0
  context.n > 1.5
  context.n / 4 == 0
  context.n % 2 == 0
  context.d == 2
  context.d > 1
  context.d / 4.0 == 0.5
  context.d / 4 == 0.5
  context.d <= context.n
  context.n in [1, 2]
  context.d in [1, 2]
  context.n in [2.0]
  2.5 in context.tags
  2.0 in context.tags
  'a' in context.tags
  !('z' in context.tags)
  context.tags[1] + 1 == 3
  context.tags[3].x == 1
  context.tags[context.n] == 2.5
  size(context.tags) == 4
  context.tags == ['a', 2, 2.5, context.tags[3]]
  context.report.faults > 0
  context.report.faults + 1 == 4
  context.report.faults / 2 == 1
  context.report.faults * context.report.share == 1.5
  context.report.faults + 0.5 > 3.4
  context.report['a b'] == 1
  context.report.deep.line == 7
  context.report.deep.none == null
  context.report.names == ['a', 'b']
  context.report.names + ['c'] == ['a', 'b', 'c']
  context.report == context.report
  context.report.deep != context.report
  'faults' in context.report
  !('nothing' in context.report)
  has(context.report.faults)
  !has(context.report.nothing)
  has(context.report['a b'])
  has(context.report.deep.none)
  size(context.report) == 6
  context.s == 'abc'
  context.s != 'x'
  context.s < 'abd'
  context.s + 'd' == 'abcd'
  context.s.startsWith('a') && context.s.endsWith('c') && context.s.contains('b')
  size(context.s) == 3
  size('a😀') == 2
  context.f
  context.f == true
  !(context.f && false)
  context.f ? context.n == 2 : false
  context.maybe == null
  null == context.maybe
  !(context.maybe == 1)
  context.maybe != 1
  !has(context.maybe)
  !('maybe' in context)
  has(context.n)
  'n' in context
  context.get('maybe') == null
  context.get('n') == 2
  context['n'] == 2
  has(context.maybe) || context.n == 2
  context.maybe == null || context.maybe > 1
  !(context.maybe != null && context.maybe > 1)
  !(context.maybe > 1 && has(context.maybe))
  !has(context.extra.a)
  variables.n == 2
  variables.get('n') == 2
  variables.get('faults') == null
  has(variables.n) && !has(variables.faults)
  'n' in variables && !('faults' in variables)
  outputs.count == 'counted'
  outputs['my-step'].ok
  outputs['my-step'].found > 3
  has(outputs['my-step'].ok) && !has(outputs['my-step'].gone)
  'my-step' in outputs && !('close' in outputs)
  size(outputs) == 2
  output == 'All DONE'
  output.contains('DONE')
  !has(output.ok)
  cycle_number == 2
  cycle_number + 1 == 3
  cycle_number < 2.5
  visits['count'] == 3
  visits.count + 1 == 4
  visits['close'] == 0
  'count' in visits && !('close' in visits)
  'close' in visits || visits['close'] == 0
  -context.n < 0
  -(-context.n) == 2
  1 + 2 * 3 == 7
  (1 + 2) * 3 == 9
  7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1
  r'a\d' == 'a\\d'
  'A' < 'a'
  [] == []
  [1, 'a', null] != [1, 'a']
`);

for (const text of TRUE) {
  test(text, () => {
    assert.is(evaluateCondition(text, bindingsOf()), true);
    assert.is(evaluateCondition(`!(${text})`, bindingsOf()), false);
  });
}

test("a step that handed in nothing has null as its output", () => {
  assert.is(evaluateCondition("output == null", bindingsOf({ output: undefined })), true);
});

test("a value that was sent wins over the one before: the caller merges first", () => {
  const text = "context.report.faults > 0";
  const at = (faults: number) => bindingsOf({ context: { report: { faults } } });
  assert.is(evaluateCondition(text, at(0)), false);
  assert.is(evaluateCondition(text, at(3)), true);
});

test("the data isn't changed, and may be frozen all through", () => {
  const freeze = <T>(value: T): T => {
    if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
    return Object.freeze(value);
  };
  const bindings = freeze(structuredClone(bindingsOf()));
  for (const text of TRUE) assert.is(evaluateCondition(text, bindings), true, text);
  assert.equal(bindings, bindingsOf());
});

test("keys that objects inherit are fields like any other", () => {
  const report = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3, "hasOwnProperty": 4}');
  const bindings = bindingsOf({ context: { report, tags: [report] } });
  assert.is(
    evaluateCondition(
      "context.report.constructor == 2 && context.report['__proto__'] == 1 && size(context.report) == 4",
      bindings,
    ),
    true,
  );
  assert.is(evaluateCondition("context.tags[0].toString == 3 && context.tags[0] == context.report", bindings), true);
  assert.is(evaluateCondition("has(context.report.valueOf) || 'valueOf' in context.report", bindings), false);
});

test("a condition costs what it reads, not what there is", () => {
  const outputs = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`s${i}`, { list: [i, i, i] }]));
  const bindings = bindingsOf({ outputs });
  const started = performance.now();
  for (let i = 0; i < 2_000; i++) evaluateCondition("outputs['s7'].list[0] == 7 && 's9' in outputs", bindings);
  const took = performance.now() - started;
  assert.ok(took < 2_000, `2,000 evaluations over 20,000 outputs took ${took.toFixed(0)} ms`);
});

test.run();
