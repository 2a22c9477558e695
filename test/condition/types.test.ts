import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings, readRows } from "./scope.ts";

/** Values of types that don't go together. */
const ROWS = readRows(String.raw`
  context.n ⇒ type-mismatch 1-10 Condition gives an integer; wanted true or false
  context.s ⇒ type-mismatch 1-10 Condition gives a string; wanted true or false
  context.tags ⇒ type-mismatch 1-13 Condition gives a list; wanted true or false
  context.report ⇒ type-mismatch 1-15 Condition gives an object; wanted true or false
  context.n + 1 ⇒ type-mismatch 1-14 Condition gives an integer; wanted true or false
  'yes' ⇒ type-mismatch 1-6 Condition wants true or false, and "'yes'" is a string
  1 ⇒ type-mismatch 1-2 Condition wants true or false, and "1" is an integer
  null ⇒ type-mismatch 1-5 Condition wants true or false, and "null" is null
  cycle_number ⇒ type-mismatch 1-13 Condition gives an integer; wanted true or false
  outputs ⇒ type-mismatch 1-8 Condition gives an object; wanted true or false
  !context.n ⇒ type-mismatch 2-11 "!" wants true or false, and "context.n" is an integer
  !context.s ⇒ type-mismatch 2-11 "!" wants true or false, and "context.s" is a string
  context.f && context.n ⇒ type-mismatch 14-23 "&&" wants true or false, and "context.n" is an integer
  context.s || context.f ⇒ type-mismatch 1-10 "||" wants true or false, and "context.s" is a string
  context.n ? true : false ⇒ type-mismatch 1-10 "?" wants true or false, and "context.n" is an integer
  context.f ? context.n : context.f ⇒ type-mismatch 13-34 Both values of "?:" want one type, and "context.n" is an integer, "context.f" a boolean
  context.f ? 1 : 2.0 ⇒ type-mismatch 13-20 Both values of "?:" want one type, and "1" is an integer, "2.0" a number → context.f ? 1.0 : 2.0
  (context.f ? 'a' : 1) == 1 ⇒ type-mismatch 14-21 Both values of "?:" want one type, and "'a'" is a string, "1" an integer
  context.n == '1' ⇒ type-mismatch 1-17 "context.n" is an integer and "'1'" is a string; they are never equal → context.n == 1
  '2' == context.n ⇒ type-mismatch 1-17 "'2'" is a string and "context.n" is an integer; they are never equal → 2 == context.n
  context.d == '1.5' ⇒ type-mismatch 1-19 "context.d" is a number and "'1.5'" is a string; they are never equal → context.d == 1.5
  context.n == 'abc' ⇒ type-mismatch 1-19 "context.n" is an integer and "'abc'" is a string; they are never equal
  context.s == 1 ⇒ type-mismatch 1-15 "context.s" is a string and "1" is an integer; they are never equal → context.s == '1'
  context.s == true ⇒ type-mismatch 1-18 "context.s" is a string and "true" is a boolean; they are never equal → context.s == 'true'
  context.f == 'true' ⇒ type-mismatch 1-20 "context.f" is a boolean and "'true'" is a string; they are never equal → context.f == true
  context.f == 'False' ⇒ type-mismatch 1-21 "context.f" is a boolean and "'False'" is a string; they are never equal → context.f == false
  context.f == 1 ⇒ type-mismatch 1-15 "context.f" is a boolean and "1" is an integer; they are never equal
  context.f == context.n ⇒ type-mismatch 1-23 "context.f" is a boolean and "context.n" is an integer; they are never equal
  context.tags == 'a' ⇒ type-mismatch 1-20 "context.tags" is a list and "'a'" is a string; they are never equal
  context.report == 'a' ⇒ type-mismatch 1-22 "context.report" is an object and "'a'" is a string; they are never equal
  context.s > 1 ⇒ type-mismatch 1-14 "context.s" is a string and "1" is an integer; ">" can't compare them → context.s > '1'
  1 < context.s ⇒ type-mismatch 1-14 "1" is an integer and "context.s" is a string; "<" can't compare them
  context.n > '1' ⇒ type-mismatch 1-16 "context.n" is an integer and "'1'" is a string; ">" can't compare them → context.n > 1
  context.tags > 1 ⇒ type-mismatch 1-17 "context.tags" is a list and "1" is an integer; ">" can't compare them
  context.report < context.report ⇒ type-mismatch 1-32 "context.report" is an object and "context.report" is an object; "<" can't compare them
  context.n > null ⇒ type-mismatch 1-17 "context.n" is an integer and "null" is null; ">" can't compare them
  context.f > true ⇒ ok
  context.d + 1 > 2 ⇒ type-mismatch 1-14 "context.d" is a number and "1" is an integer; "+" wants numbers of one kind → context.d + 1.0 > 2
  1 + context.d > 2 ⇒ type-mismatch 1-14 "1" is an integer and "context.d" is a number; "+" wants numbers of one kind → 1.0 + context.d > 2
  context.n + 1.0 > 2 ⇒ type-mismatch 1-16 "context.n" is an integer and "1.0" is a number; "+" wants numbers of one kind → context.n + 1 > 2
  context.n + 1.5 > 2 ⇒ type-mismatch 1-16 "context.n" is an integer and "1.5" is a number; "+" wants numbers of one kind
  context.n * context.d > 2 ⇒ type-mismatch 1-22 "context.n" is an integer and "context.d" is a number; "*" wants numbers of one kind
  cycle_number * 0.5 > 2 ⇒ type-mismatch 1-19 "cycle_number" is an integer and "0.5" is a number; "*" wants numbers of one kind
  context.d % 2 == 0 ⇒ type-mismatch 1-14 "%" wants two integers, and "context.d" is a number, "2" an integer
  context.d % 2.0 == 0 ⇒ type-mismatch 1-16 "%" wants two integers, and "context.d" is a number, "2.0" a number
  context.s + 1 == 'a' ⇒ type-mismatch 1-14 "+" wants two numbers, two strings or two lists, and "context.s" is a string, "1" an integer
  context.s - 'a' == 'b' ⇒ type-mismatch 1-16 "-" wants two numbers, and "context.s" is a string, "'a'" a string
  context.f + 1 == 2 ⇒ type-mismatch 1-14 "+" wants two numbers, two strings or two lists, and "context.f" is a boolean, "1" an integer
  context.tags + 'a' == context.tags ⇒ type-mismatch 1-19 "+" wants two numbers, two strings or two lists, and "context.tags" is a list, "'a'" a string
  context.report + context.report == context.report ⇒ type-mismatch 1-32 "+" wants two numbers, two strings or two lists, and "context.report" is an object, "context.report" an object
  -context.s == 1 ⇒ type-mismatch 1-11 "-" wants a number, and "context.s" is a string
  -context.f == 1 ⇒ type-mismatch 1-11 "-" wants a number, and "context.f" is a boolean
  context.n / 0 == 1 ⇒ type-mismatch 1-14 "context.n / 0" divides by zero
  context.n % 0 == 1 ⇒ type-mismatch 1-14 "context.n % 0" divides by zero
  context.d / 0.0 > 1 ⇒ ok
  'a' in context.s ⇒ type-mismatch 1-17 "in" looks in a list or an object, and "context.s" is a string; write contains() → context.s.contains('a')
  context.s in context.s ⇒ type-mismatch 1-23 "in" looks in a list or an object, and "context.s" is a string; write contains() → context.s.contains(context.s)
  context.n in context.n ⇒ type-mismatch 14-23 "in" wants a list or an object, and "context.n" is an integer
  1 in context.f ⇒ type-mismatch 6-15 "in" wants a list or an object, and "context.f" is a boolean
  context.n in ['a', 'b'] ⇒ type-mismatch 1-24 "context.n" is an integer and never in "['a', 'b']", whose items are of type string
  context.s in [1, 'a'] ⇒ ok
  'a' in [1, 2] ⇒ type-mismatch 1-14 "'a'" is a string and never in "[1, 2]", whose items are of type integer
  1 in [1.0] ⇒ type-mismatch 1-11 "1" is an integer and never in "[1.0]", whose items are of type number
  size(context.n) > 1 ⇒ type-mismatch 6-15 "size()" wants a string, a list or an object, and "context.n" is an integer
  size(context.f) > 1 ⇒ type-mismatch 6-15 "size()" wants a string, a list or an object, and "context.f" is a boolean
  context.n.size() > 1 ⇒ type-mismatch 1-10 "size()" wants a string, a list or an object, and "context.n" is an integer
  context.s.size(1) > 1 ⇒ type-mismatch 1-18 "size()" wants no argument, and has 1
  context.n.startsWith('a') ⇒ type-mismatch 1-10 "startsWith()" wants a string, and "context.n" is an integer
  context.s.startsWith(1) ⇒ type-mismatch 22-23 "startsWith()" wants a string, and "1" is an integer
  context.s.startsWith() ⇒ type-mismatch 1-23 "startsWith()" wants one text as its argument, and has 0
  context.s.contains('a', 'b') ⇒ type-mismatch 1-29 "contains()" wants one text as its argument, and has 2
  context.tags.contains('a') ⇒ type-mismatch 1-27 "contains()" looks in a text, and "context.tags" is a list; write "in" → ('a' in context.tags)
  context.f && context.tags.contains('a') ⇒ type-mismatch 14-40 "contains()" looks in a text, and "context.tags" is a list; write "in" → context.f && ('a' in context.tags)
  size(context.s) == null ⇒ type-mismatch 1-24 "size(context.s)" is an integer and never null
  'a' == null ⇒ type-mismatch 1-12 "'a'" is a string and never null
  [1] == ['a'] ⇒ type-mismatch 1-13 "[1]" is a list and "['a']" is a list; they are never equal
  context.tags[1.5] == 1 ⇒ type-mismatch 14-17 A list is indexed by an integer, and "1.5" is a number
  context.tags[context.s] == 1 ⇒ type-mismatch 14-23 A list is indexed by an integer, and "context.s" is a string
  (context.n + 1) * 2.0 > 1 ⇒ type-mismatch 1-22 "context.n + 1" is an integer and "2.0" is a number; "*" wants numbers of one kind → (context.n + 1) * 2 > 1
  (context.s + 'b') in context.s ⇒ type-mismatch 1-31 "in" looks in a list or an object, and "context.s" is a string; write contains() → context.s.contains(context.s + 'b')
  !context.tags.contains('a') ⇒ type-mismatch 2-28 "contains()" looks in a text, and "context.tags" is a list; write "in" → !('a' in context.tags)
  (context.s) == (1) ⇒ type-mismatch 1-19 "context.s" is a string and "1" is an integer; they are never equal → (context.s) == ('1')
  (context.n) > (context.s) ⇒ type-mismatch 1-26 "context.n" is an integer and "context.s" is a string; ">" can't compare them
  ')' == (context.n) ⇒ type-mismatch 1-19 "')'" is a string and "context.n" is an integer; they are never equal
  context.report.x + 'a' == 1 ⇒ type-mismatch 1-28 "context.report.x + 'a'" is a string and "1" is an integer; they are never equal → context.report.x + 'a' == '1'
`);

for (const [text, expected] of ROWS) test(text, () => assert.is(printFindings(text), expected));

test.run();
