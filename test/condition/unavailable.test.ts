import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings, readRows } from "./scope.ts";

/** What CEL has and conditions don't. */
const ROWS = readRows(String.raw`
  context.s.matches('^a') ⇒ expr-syntax 1-24 "matches()" isn't available in conditions; write contains(), startsWith() or endsWith(), or give the variable an enum
  context.tags.all(t, t == 'a') ⇒ expr-syntax 1-30 "all()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  context.tags.exists(t, t == 'a') ⇒ expr-syntax 1-33 "exists()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  context.tags.exists_one(t, t == 'a') ⇒ expr-syntax 1-37 "exists_one()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  context.tags.map(t, t) == [] ⇒ expr-syntax 1-23 "map()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  context.tags.filter(t, t == 'a') == [] ⇒ expr-syntax 1-33 "filter()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  context.tags.all(1, true) ⇒ expr-syntax 18-19 "all()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  cel.bind(x, 1, x == 1) ⇒ expr-syntax 1-23 "bind()" isn't available in conditions; write the value out where it's used
  cel.bind(1, 2, 3) ⇒ expr-syntax 10-11 "bind()" isn't available in conditions; write the value out where it's used
  int(context.s) > 1 ⇒ expr-syntax 1-15 "int()" isn't available in conditions; values keep their types; numbers of both kinds compare with each other as they are
  double(context.n) > 1.0 ⇒ expr-syntax 1-18 "double()" isn't available in conditions; values keep their types; numbers of both kinds compare with each other as they are
  string(context.n) == '1' ⇒ expr-syntax 1-18 "string()" isn't available in conditions; values keep their types; numbers of both kinds compare with each other as they are
  type(context.n) == int ⇒ expr-syntax 1-16 "type()" isn't available in conditions; values keep their types; numbers of both kinds compare with each other as they are ‖ unknown-variable 20-23 Name "int" isn't known; there are context, variables, outputs, output, cycle_number, visits
  dyn(context.n) == 1 ⇒ expr-syntax 1-15 "dyn()" isn't available in conditions; values keep their types; numbers of both kinds compare with each other as they are
  timestamp('2020-01-01T00:00:00Z') == null ⇒ expr-syntax 1-34 "timestamp()" isn't available in conditions; let the step hand in a number or a boolean
  duration('1s') == null ⇒ expr-syntax 1-15 "duration()" isn't available in conditions; let the step hand in a number or a boolean
  context.s.lowerAscii() == 'a' ⇒ expr-syntax 1-23 "lowerAscii()" isn't available in conditions; let the step hand in the value in the form that the condition needs
  context.s.split(',') == [] ⇒ expr-syntax 1-21 "split()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  context.report == {} ⇒ expr-syntax 19-21 An object can't be written in a condition; compare its fields one by one
  {'a': 1}['a'] == 1 ⇒ expr-syntax 1-9 An object can't be written in a condition; compare its fields one by one
  b'a' == context.s ⇒ expr-syntax 1-5 Bytes aren't available in conditions; write a text without a prefix
  1u == context.n ⇒ expr-syntax 1-3 Unsigned numbers aren't available in conditions; write the number without "u"
  context.?n == 1 ⇒ expr-syntax 8-10 ".?" isn't available; ask with has() first, and write "."
  context[?'n'] == 1 ⇒ expr-syntax 9-10 Condition wants a value here, found "?"
  foo(context.n) ⇒ expr-syntax 1-15 "foo()" isn't available in conditions; there are has(), size(), startsWith(), endsWith(), contains(), get()
  sizes(context.s) > 1 ⇒ expr-syntax 1-6 "sizes()" is written "size()" in conditions → size(context.s) > 1
  has(context) ⇒ expr-syntax 1-13 "has()" has other arguments than it takes; write has(x.field), with one field of one value
  has(n) ⇒ unknown-variable 5-6 Name "n" stands alone; a variable is read as "context.n" → has(context.n)
  has(context.tags[0].x) ⇒ expr-syntax 1-23 "has()" has other arguments than it takes; write has(x.field), with one field of one value
  has() ⇒ expr-syntax 1-6 "has()" has other arguments than it takes; write has(x.field), with one field of one value
  size() > 1 ⇒ expr-syntax 1-7 "size()" has other arguments than it takes; write size(x), with one argument
  size(1, 2) > 1 ⇒ expr-syntax 1-11 "size()" has other arguments than it takes; write size(x), with one argument
  context.get() == 1 ⇒ expr-syntax 1-14 "get()" has other arguments than it takes; write context.get('name') or variables.get('name'), with one argument; elsewhere write x.field
  context.get('n', 0) > 1 ⇒ expr-syntax 1-20 "get()" takes no second argument; write context.get('n') == null ? 0 : context.get('n')
  context.get(context.s) == 1 ⇒ unknown-variable 13-22 "context" is read by a name that is written out: context['name']
  context.report.get('a') == 1 ⇒ expr-syntax 1-24 "get()" has other arguments than it takes; write context.get('name') or variables.get('name'), with one argument; elsewhere write x.field
  outputs.get('count') == 1 ⇒ expr-syntax 1-21 "get()" has other arguments than it takes; write context.get('name') or variables.get('name'), with one argument; elsewhere write x.field
`);

for (const [text, expected] of ROWS) test(text, () => assert.is(printFindings(text), expected));

test.run();
