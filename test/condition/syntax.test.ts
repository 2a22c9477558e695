import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings, readRows } from "./scope.ts";

/** Texts that can't be read. */
const ROWS = readRows(String.raw`
  (context.n > 1 ⇒ expr-syntax 14-15 Condition wants ")" here, found its end
  context.n > 1) ⇒ expr-syntax 14-15 Condition wants an operator or its end here, found ")"
  context.n > ⇒ expr-syntax 11-12 Condition wants a value here, found its end
  > 1 ⇒ expr-syntax 1-2 Condition wants a value here, found ">"
  context.n > 1 context.f ⇒ expr-syntax 15-22 Condition wants an operator or its end here, found "context"
  context. ⇒ expr-syntax 8-9 Condition wants a field's name here, found its end
  context.n > > 1 ⇒ expr-syntax 13-14 Condition wants a value here, found ">"
  context.s == 'abc ⇒ expr-syntax 14-18 Text 'abc has no closing quote
  context.s == "abc ⇒ expr-syntax 14-18 Text "abc has no closing quote
  context.s == 'a\q' ⇒ expr-syntax 16-18 Invalid escape sequence: \q
  context.tags[0 == 1 ⇒ expr-syntax 19-20 Condition wants "]" here, found its end
  [1, 2 == 1 ⇒ expr-syntax 10-11 Condition wants "]" here, found its end
  context.f ? 1 ⇒ expr-syntax 13-14 Condition wants ":" here, found its end
  context.in == 1 ⇒ expr-syntax 9-11 Condition wants a field's name here, found "in"
  context['in'] == 1 ⇒ unknown-variable 9-13 Variable "in" isn't declared; did you mean "n"? → context['n'] == 1
  context.n > 1; ⇒ expr-syntax 14-15 Unexpected ";"
  context.n > 1 # ⇒ expr-syntax 15-16 Unexpected "#"
  context.n > 0x ⇒ expr-syntax 13-15 Invalid hex integer: 0x
  context.n > 99999999999999999999 ⇒ ok
  if == 1 ⇒ expr-syntax 1-3 "if" isn't available; write "a ? b : c" for a value, one transition for each branch
  @ ⇒ expr-syntax 1-2 Unexpected "@"
`);

for (const [text, expected] of ROWS) test(text, () => assert.is(printFindings(text), expected));

test.run();
