import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings, readRows } from "./scope.ts";

/** Conditions that no variable can change. */
const ROWS = readRows(String.raw`
  true ⇒ constant-condition 1-5 Condition is always true: it doesn't depend on any variable
  false ⇒ constant-condition 1-6 Condition is always false: it doesn't depend on any variable
  1 == 1 ⇒ constant-condition 1-7 Condition is always true: it doesn't depend on any variable
  1 > 2 ⇒ constant-condition 1-6 Condition is always false: it doesn't depend on any variable
  'a' == 'b' ⇒ constant-condition 1-11 Condition is always false: it doesn't depend on any variable
  !true ⇒ constant-condition 1-6 Condition is always false: it doesn't depend on any variable
  true || context.f ⇒ constant-condition 1-18 Condition is always true: whatever the variables are
  context.f && false ⇒ constant-condition 1-19 Condition is always false: whatever the variables are
  context.f || true ⇒ constant-condition 1-18 Condition is always true: whatever the variables are
  context.mode == 'fsat' ⇒ constant-condition 1-23 "context.mode == 'fsat'" is always false: "mode" is one of "fast", "slow" → context.mode == 'fast'
  context.mode != 'other' ⇒ constant-condition 1-24 "context.mode != 'other'" is always true: "mode" is one of "fast", "slow"
  context.mode == 'other' || context.f ⇒ constant-condition 1-24 "context.mode == 'other'" is always false: "mode" is one of "fast", "slow"
  'fsat' == context.mode ⇒ constant-condition 1-23 "'fsat' == context.mode" is always false: "mode" is one of "fast", "slow"
  context.level == 4 ⇒ constant-condition 1-19 "context.level == 4" is always false: "level" is one of 1, 2, 3
  context.level == 2 ⇒ ok
  context.level in [4, 5] ⇒ constant-condition 1-24 "context.level in [4, 5]" is always false: "level" is one of 1, 2, 3
  context.mode in ['fast', 'slow'] ⇒ constant-condition 1-33 "context.mode in ['fast', 'slow']" is always true: "mode" is one of "fast", "slow"
  context.mode in ['x', 'y'] ⇒ constant-condition 1-27 "context.mode in ['x', 'y']" is always false: "mode" is one of "fast", "slow"
  context.s in [] ⇒ constant-condition 1-16 "context.s in []" is always false: the list is empty
  context.n == 1.5 ⇒ constant-condition 1-17 "context.n == 1.5" is always false: an integer is never 1.5
  cycle_number >= 1 ⇒ constant-condition 1-18 "cycle_number >= 1" is always true: it's at least 1
  cycle_number < 1 ⇒ constant-condition 1-17 "cycle_number < 1" is always false: it's at least 1
  cycle_number > 0 ⇒ constant-condition 1-17 "cycle_number > 0" is always true: it's at least 1
  0 < cycle_number ⇒ constant-condition 1-17 "0 < cycle_number" is always true: it's at least 1
  cycle_number == 0 ⇒ constant-condition 1-18 "cycle_number == 0" is always false: it's at least 1
  cycle_number == null ⇒ constant-condition 1-21 "cycle_number == null" is always false: "cycle_number" is a count and never null
  visits['count'] >= 0 ⇒ constant-condition 1-21 "visits['count'] >= 0" is always true: it's at least 0
  visits['count'] < 0 ⇒ constant-condition 1-20 "visits['count'] < 0" is always false: it's at least 0
  visits['count'] == -1 ⇒ constant-condition 1-22 "visits['count'] == -1" is always false: it's at least 0
  size(context.s) >= 0 ⇒ constant-condition 1-21 "size(context.s) >= 0" is always true: it's at least 0
  size(context.tags) > -1 ⇒ constant-condition 1-24 "size(context.tags) > -1" is always true: it's at least 0
  null == null ⇒ constant-condition 1-13 Condition is always true: it doesn't depend on any variable
  1 / 0 == 1 ⇒ type-mismatch 1-6 "1 / 0" divides by zero
  9223372036854775807 + 1 > 0 ⇒ type-mismatch 1-28 "9223372036854775807 + 1 > 0" can't be evaluated: integer overflow: 9223372036854775808
`);

for (const [text, expected] of ROWS) test(text, () => assert.is(printFindings(text), expected));

test.run();
