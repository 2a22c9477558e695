import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings, readRows } from "./scope.ts";

/** Where null would make an evaluation fail, and what proves that it can't be there. */
const ROWS = readRows(String.raw`
  context.maybe > 1 ⇒ possibly-unset 1-14 "context.maybe" may be null, which can't be compared by ">": it isn't required and has no default
  context.maybe + 1 == 2 ⇒ possibly-unset 1-14 "context.maybe" may be null, which can't be used with "+": it isn't required and has no default
  -context.maybe == 2 ⇒ possibly-unset 2-15 "context.maybe" may be null, which can't be negated: it isn't required and has no default
  context.maybe > 1 && context.maybe < 5 ⇒ possibly-unset 1-14 "context.maybe" may be null, which can't be compared by ">": it isn't required and has no default
  context.maybe != null && context.maybe > 1 ⇒ ok
  context.maybe > 1 && context.maybe != null ⇒ ok
  context.maybe == null || context.maybe > 1 ⇒ ok
  has(context.maybe) && context.maybe > 1 ⇒ ok
  'maybe' in context && context.maybe > 1 ⇒ ok
  !has(context.maybe) || context.maybe > 1 ⇒ ok
  !(context.maybe == null) && context.maybe > 1 ⇒ ok
  has(context.maybe) || context.maybe > 1 ⇒ possibly-unset 23-36 "context.maybe" may be null, which can't be compared by ">": it isn't required and has no default
  has(context.maybe) ? context.maybe > 1 : false ⇒ ok
  context.maybe == null ? false : context.maybe > 1 ⇒ ok
  context.maybe == null ? context.maybe > 1 : false ⇒ possibly-unset 25-38 "context.maybe" may be null, which can't be compared by ">": it isn't required and has no default
  (context.maybe == null ? 0 : context.maybe) > 1 ⇒ ok
  (context.f ? context.maybe : 0) > 1 ⇒ possibly-unset 2-31 "context.f ? context.maybe : 0" may be null, which can't be compared by ">": it isn't required and has no default
  context.maybe == 1 && context.maybe > 0 ⇒ ok
  context.maybe in [1, 2] && context.maybe > 1 ⇒ ok
  context.maybe in [1, null] && context.maybe > 1 ⇒ possibly-unset 31-44 "context.maybe" may be null, which can't be compared by ">": it isn't required and has no default
  context.f && context.maybe > 1 ⇒ possibly-unset 14-27 "context.maybe" may be null, which can't be compared by ">": it isn't required and has no default
  (has(context.maybe) && context.f) && context.maybe > 1 ⇒ ok
  (has(context.maybe) || context.f) && context.maybe > 1 ⇒ possibly-unset 38-51 "context.maybe" may be null, which can't be compared by ">": it isn't required and has no default
  context['maybe'] > 1 && has(context.maybe) ⇒ ok
  context.get('maybe') > 1 ⇒ possibly-unset 1-21 "context.get('maybe')" may be null, which can't be compared by ">": it isn't required and has no default
  context.perhaps ⇒ possibly-unset 1-16 "context.perhaps" may be null, which can't be taken for true or false: it isn't required and has no default
  !context.perhaps ⇒ possibly-unset 2-17 "context.perhaps" may be null, which can't be taken for true or false: it isn't required and has no default
  context.f || context.perhaps ⇒ possibly-unset 14-29 "context.perhaps" may be null, which can't be taken for true or false: it isn't required and has no default
  context.perhaps == true ⇒ ok
  context.perhaps ? true : context.f ⇒ possibly-unset 1-16 "context.perhaps" may be null, which can't be taken for true or false: it isn't required and has no default
  context.note.contains('x') ⇒ possibly-unset 1-13 "context.note" may be null, which can't be asked for contains(): it isn't required and has no default
  context.s.contains(context.note) ⇒ possibly-unset 20-32 "context.note" may be null, which can't be looked for by contains(): it isn't required and has no default
  size(context.note) > 1 ⇒ possibly-unset 6-18 "context.note" may be null, which can't be measured by size(): it isn't required and has no default
  context.extra.a == 1 ⇒ possibly-unset 1-14 "context.extra" may be null, which can't be asked for a field: it isn't required and has no default
  has(context.extra.a) ⇒ ok
  has(context.extra.a) && context.extra.a == 1 ⇒ ok
  context.later[0] == 1 ⇒ possibly-unset 1-14 "context.later" may be null, which can't be indexed: it isn't required and has no default
  1 in context.later ⇒ possibly-unset 6-19 "context.later" may be null, which can't be searched by "in": it isn't required and has no default
  context.tags[context.maybe] == 1 ⇒ ok
  variables.get('n') > 1 ⇒ possibly-unset 1-19 "variables.get('n')" may be null, which can't be compared by ">": a delivery needn't send it
  variables.get('n') != null && variables.get('n') > 1 ⇒ ok
`);

for (const [text, expected] of ROWS) test(text, () => assert.is(printFindings(text), expected));

test.run();
