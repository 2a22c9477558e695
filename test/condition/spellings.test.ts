import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings, readRows } from "./scope.ts";

/** Python, JavaScript and typography. */
const ROWS = readRows(String.raw`
  context.f and context.n > 1 ⇒ expr-syntax 11-14 "and" is written "&&" in conditions → context.f && context.n > 1
  context.f or context.n > 1 ⇒ expr-syntax 11-13 "or" is written "||" in conditions → context.f || context.n > 1
  context.f AND context.n > 1 ⇒ expr-syntax 11-14 "AND" is written "&&" in conditions → context.f && context.n > 1
  context.f && not context.f ⇒ expr-syntax 14-17 "not" is written "!" in conditions → context.f && ! context.f
  not context.f ⇒ expr-syntax 1-4 "not" is written "!" in conditions
  context.f && not (context.n > 1) ⇒ expr-syntax 14-17 "not" is written "!" in conditions → context.f && ! (context.n > 1)
  context.f && not context.n == 1 ⇒ expr-syntax 14-17 "not" is written "!" in conditions
  not n == 1 and f ⇒ expr-syntax 1-4 "not" is written "!" in conditions ‖ unknown-variable 5-6 Name "n" stands alone; a variable is read as "context.n" → not context.n == 1 and f ‖ expr-syntax 12-15 "and" is written "&&" in conditions → not n == 1 && f ‖ unknown-variable 16-17 Name "f" stands alone; a variable is read as "context.f" → not n == 1 and context.f
  context.f is True ⇒ expr-syntax 11-13 "is" is written "==" in conditions → context.f == True ‖ expr-syntax 14-18 "True" is written "true" in conditions → context.f is true
  context.f is not False ⇒ expr-syntax 11-17 "is not" is written "!=" in conditions → context.f != False ‖ expr-syntax 18-23 "False" is written "false" in conditions → context.f is not false
  context.f == True ⇒ expr-syntax 14-18 "True" is written "true" in conditions → context.f == true
  context.maybe == None ⇒ expr-syntax 18-22 "None" is written "null" in conditions → context.maybe == null
  context.s is not None ⇒ expr-syntax 11-17 "is not" is written "!=" in conditions → context.s != None ‖ expr-syntax 18-22 "None" is written "null" in conditions → context.s is not null
  context.maybe == undefined ⇒ expr-syntax 18-27 "undefined" is written "null" in conditions → context.maybe == null
  context.maybe == NULL ⇒ expr-syntax 18-22 "NULL" is written "null" in conditions → context.maybe == null
  context.n not in [1, 2] ⇒ expr-syntax 11-17 Python's "not in" is written "!(a in b)" in conditions
  len(context.tags) > 0 ⇒ expr-syntax 1-4 "len()" is written "size()" in conditions → size(context.tags) > 0
  len(tags) > 0 and n == 1 ⇒ expr-syntax 1-4 "len()" is written "size()" in conditions → size(tags) > 0 and n == 1 ‖ unknown-variable 5-9 Name "tags" stands alone; a variable is read as "context.tags" → len(context.tags) > 0 and n == 1 ‖ expr-syntax 15-18 "and" is written "&&" in conditions → len(tags) > 0 && n == 1 ‖ unknown-variable 19-20 Name "n" stands alone; a variable is read as "context.n" → len(tags) > 0 and context.n == 1
  any(context.tags) ⇒ expr-syntax 1-18 "any()" isn't available in conditions; ask with "in" or size(), or let the step hand in the answer as a variable of its own
  str(context.n) == '1' ⇒ expr-syntax 1-15 "str()" isn't available in conditions; values keep their types; numbers of both kinds compare with each other as they are
  context.s.startswith('a') ⇒ expr-syntax 11-21 "startswith()" is written "startsWith()" in conditions → context.s.startsWith('a')
  context.s.includes('a') ⇒ expr-syntax 11-19 "includes()" is written "contains()" in conditions → context.s.contains('a')
  context.s.lower() == 'a' ⇒ expr-syntax 1-18 "lower()" isn't available in conditions; let the step hand in the value in the form that the condition needs
  elif context.f ⇒ expr-syntax 1-5 "elif" isn't available; write "a ? b : c" for a value, one transition for each branch
  context.n if context.f else 1 ⇒ expr-syntax 11-13 "if" isn't available; write "a ? b : c" for a value, one transition for each branch ‖ expr-syntax 24-28 "else" isn't available; write "a ? b : c" for a value, one transition for each branch
  context.n = 1 ⇒ expr-syntax 11-12 "=" is written "==" in conditions → context.n == 1
  context.n=1 ⇒ expr-syntax 10-11 "=" is written "==" in conditions → context.n==1
  context.n === 1 ⇒ expr-syntax 11-14 "===" is written "==" in conditions → context.n == 1
  context.n !== 1 ⇒ expr-syntax 11-14 "!==" is written "!=" in conditions → context.n != 1
  context.n <> 1 ⇒ expr-syntax 11-13 "<>" is written "!=" in conditions → context.n != 1
  context.n => 1 ⇒ expr-syntax 11-13 "=>" is written ">=" in conditions → context.n >= 1
  context.f & context.f ⇒ expr-syntax 11-12 "&" is written "&&" in conditions → context.f && context.f
  context.f | context.f ⇒ expr-syntax 11-12 "|" is written "||" in conditions → context.f || context.f
  context.f&context.f ⇒ expr-syntax 10-11 "&" is written "&&" in conditions → context.f&&context.f
  context.n ** 2 > 1 ⇒ expr-syntax 11-13 "**" isn't available; multiply with "*"
  context.n // 2 > 1 ⇒ expr-syntax 11-13 "//" begins a comment, so the rest of the line is ignored; divide with "/"
  context.n > 1 // twice ⇒ expr-syntax 15-17 "//" begins a comment, so the rest of the line is ignored; divide with "/"
  context.n ?? 1 ⇒ expr-syntax 11-13 "??" isn't available; write "a != null ? a : b"
  context?.n == 1 ⇒ expr-syntax 8-10 "?." isn't available; ask with has() first, and write "."
  {{context.n}} > 1 ⇒ expr-syntax 1-3 Conditions read values by name; write context.name without braces
  $n > 1 ⇒ expr-syntax 1-2 Unexpected "$" ‖ unknown-variable 2-3 Name "n" stands alone; a variable is read as "context.n" → $context.n > 1
  context.s == “abc” ⇒ expr-syntax 14-15 "“" is written '"' in conditions → context.s == "abc” ‖ expr-syntax 18-19 "”" is written '"' in conditions → context.s == “abc"
  context.s == ‘abc’ ⇒ expr-syntax 14-15 "‘" is written "'" in conditions → context.s == 'abc’ ‖ expr-syntax 18-19 "’" is written "'" in conditions → context.s == ‘abc'
  context.n ≥ 1 ⇒ expr-syntax 11-12 "≥" is written ">=" in conditions → context.n >= 1
  context.n ≠ 1 ⇒ expr-syntax 11-12 "≠" is written "!=" in conditions → context.n != 1
  context.größe > 1 ⇒ expr-syntax 9-14 Name "größe" has letters other than a to z; write names with a to z, digits and "_"
  f'{context.n}' == '1' ⇒ expr-syntax 1-15 Text with "f" before its quote isn't available; join texts with "+"
  context.n > 1 and context.zzz == 2 or s ⇒ expr-syntax 15-18 "and" is written "&&" in conditions → context.n > 1 && context.zzz == 2 or s ‖ unknown-variable 27-30 Variable "zzz" isn't declared; there are "n", "d", "s", "f", "mode", "level", "report", "tags" and 7 more ‖ expr-syntax 36-38 "or" is written "||" in conditions → context.n > 1 and context.zzz == 2 || s ‖ unknown-variable 39-40 Name "s" stands alone; a variable is read as "context.s" → context.n > 1 and context.zzz == 2 or context.s ‖ type-mismatch 39-40 "||" wants true or false, and "s" is a string
`);

for (const [text, expected] of ROWS) test(text, () => assert.is(printFindings(text), expected));

test("a shell's variable", () => {
  assert.is(
    printFindings("${context.n} > 1"),
    "expr-syntax 1-3 Conditions read values by name; write context.name without braces",
  );
});

test.run();
