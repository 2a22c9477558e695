import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings } from "./scope.ts";

/** What conditions have: nothing is found in any of these lines. */
const SILENT = String.raw`
  true == context.f
  context.n > 1
  context.n >= 1 && context.n <= 9
  context.d > 1
  context.d > context.n
  context.n == 1.0
  context.n + 1 > 2
  context.d * 2.0 > 1.5
  -context.n < 0
  -(context.n + 1) < 0
  context.n % 2 == 0
  context.n / 2 == 1
  context.s == 'x'
  context.s != "x"
  context.s < 'm'
  context.s + '!' == 'x!'
  context.s.startsWith('a') || context.s.endsWith('z') || context.s.contains('m')
  size(context.s) > 3
  context.s.size() > 3
  size(context.tags) == 0
  context.tags.size() == 0
  size(context.report) > 0
  context.f
  !context.f
  context.f && !(context.n > 1)
  context.f ? context.n > 1 : context.d > 1.0
  context.mode == 'fast'
  context.mode in ['fast']
  context.n in [1, 2, 3]
  context.s in ['a', 'b']
  'a' in context.tags
  context.tags[0] == 'a'
  context.tags[context.n] == 'a'
  context.tags + ['a'] == ['a']
  [context.s, 'a'] == ['b', 'a']
  context.report.faults > 0
  context.report.faults[0].line == 3
  context.report['a b'].c == null
  'faults' in context.report
  has(context.report.faults)
  has(context.report['a b'])
  has(context.maybe)
  'maybe' in context
  context['n'] > 1
  context["n"] > 1
  context.get('n') > 1
  context.get("n") == null
  variables.n > 1
  variables.get('n') == null
  has(variables.n)
  'n' in variables
  outputs['my-step'] == 'x'
  outputs.count == 'x'
  outputs['my-step'].ok == true
  outputs['v1.2'].ok
  'my-step' in outputs
  has(outputs.count)
  has(outputs['my-step'].ok)
  size(outputs) > 2
  output == 'done'
  output.ok
  output.contains('DONE')
  cycle_number > 3
  cycle_number < 3.5
  visits['count'] < 3
  visits.count < 3
  'count' in visits
  context.maybe == null
  context.maybe != null
  context.maybe == 1
  context.n == null
  context.preset > 1
  null == context.s
  context . n > 1
  (((context.n))) > 1
  context.n>1&&context.f
  r'a\d' == context.s
  '''a''' == context.s
  'https://x.org' == context.s
  'and not True' == context.s
`;

for (const text of SILENT.split("\n").map((line) => line.trim()).filter((line) => line !== "")) {
  test(text, () => assert.is(printFindings(text), "ok"));
}

test.run();
