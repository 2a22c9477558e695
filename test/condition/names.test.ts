import { test } from "uvu";
import * as assert from "uvu/assert";
import { printFindings, readRows } from "./scope.ts";

/** Names, fields and steps that don't exist, and what was meant. */
const ROWS = readRows(String.raw`
  context.nn > 1 ⇒ unknown-variable 9-11 Variable "nn" isn't declared; did you mean "n"? → context.n > 1
  context.fautls > 1 ⇒ unknown-variable 9-15 Variable "fautls" isn't declared; did you mean "faults"? → context.faults > 1
  context.zzz > 1 ⇒ unknown-variable 9-12 Variable "zzz" isn't declared; there are "n", "d", "s", "f", "mode", "level", "report", "tags" and 7 more
  context['nn'] > 1 ⇒ unknown-variable 9-13 Variable "nn" isn't declared; did you mean "n"? → context['n'] > 1
  context.get('nn') > 1 ⇒ unknown-variable 13-17 Variable "nn" isn't declared; did you mean "n"? → context.get('n') > 1
  variables.nn > 1 ⇒ unknown-variable 11-13 Variable "nn" isn't declared; did you mean "n"? → variables.n > 1
  has(context.nn) ⇒ unknown-variable 13-15 Variable "nn" isn't declared; did you mean "n"? → has(context.n)
  'nn' in context ⇒ unknown-variable 1-5 Variable "nn" isn't declared; did you mean "n"?
  'nn' in variables ⇒ unknown-variable 1-5 Variable "nn" isn't declared; did you mean "n"?
  contxt.n > 1 ⇒ unknown-variable 1-7 Name "contxt" isn't known; did you mean "context"? → context.n > 1
  n > 1 ⇒ unknown-variable 1-2 Name "n" stands alone; a variable is read as "context.n" → context.n > 1
  n > 1 && faults == 2 ⇒ unknown-variable 1-2 Name "n" stands alone; a variable is read as "context.n" → context.n > 1 && faults == 2 ‖ unknown-variable 10-16 Name "faults" stands alone; a variable is read as "context.faults" → n > 1 && context.faults == 2
  context.n > faults ⇒ unknown-variable 13-19 Name "faults" stands alone; a variable is read as "context.faults" → context.n > context.faults
  unknown_thing > 1 ⇒ unknown-variable 1-14 Name "unknown_thing" isn't known; there are context, variables, outputs, output, cycle_number, visits
  fast == context.mode ⇒ unknown-variable 1-5 Name "fast" isn't known; a text stands in quotes
  context.mode == fast ⇒ unknown-variable 17-21 Name "fast" isn't known; a text stands in quotes → context.mode == 'fast'
  context.mode in [fast, 'slow'] ⇒ unknown-variable 18-22 Name "fast" isn't known; a text stands in quotes → context.mode in ['fast', 'slow']
  context.s == hello ⇒ unknown-variable 14-19 Name "hello" isn't known; there are context, variables, outputs, output, cycle_number, visits
  count == 1 ⇒ unknown-variable 1-6 Name "count" stands alone; a step is named as outputs['count'] or visits['count']
  vists['count'] > 1 ⇒ unknown-variable 1-6 Name "vists" isn't known; did you mean "visits"? → visits['count'] > 1
  outputs['cuont'] == 1 ⇒ unknown-field 9-16 Step "cuont" doesn't exist; did you mean "count"? → outputs['count'] == 1
  outputs.cuont == 1 ⇒ unknown-field 9-14 Step "cuont" doesn't exist; did you mean "count"? → outputs.count == 1
  'cuont' in outputs ⇒ unknown-field 1-8 Step "cuont" doesn't exist; did you mean "count"?
  visits['nope'] > 1 ⇒ unknown-field 8-14 Step "nope" doesn't exist; there are "count", "my-step", "close", "v1.2"
  outputs.my-step == 'x' ⇒ unknown-field 1-16 Step "my-step" can't be read with a dot; write outputs['my-step'] → outputs['my-step'] == 'x'
  visits.my-step > 1 ⇒ unknown-field 1-15 Step "my-step" can't be read with a dot; write visits['my-step'] → visits['my-step'] > 1
  outputs.v1.2 == 'x' ⇒ expr-syntax 12-13 Condition wants a field's name here, found "2"
  context[context.s] == 1 ⇒ unknown-variable 9-18 "context" is read by a name that is written out: context['name']
  variables[context.s] == 1 ⇒ unknown-variable 11-20 "variables" is read by a name that is written out: variables['name']
  outputs[context.s] == 1 ⇒ unknown-field 9-18 "outputs" is read by a name that is written out: outputs['step-id']
  visits[context.s] == 1 ⇒ unknown-field 8-17 "visits" is read by a name that is written out: visits['step-id']
  context.__proto__ == 1 ⇒ unknown-variable 9-18 Variable "__proto__" isn't declared; there are "n", "d", "s", "f", "mode", "level", "report", "tags" and 7 more
  context.constructor == 1 ⇒ unknown-variable 9-20 Variable "constructor" isn't declared; there are "n", "d", "s", "f", "mode", "level", "report", "tags" and 7 more
  context['__proto__'] == 1 ⇒ unknown-variable 9-20 Variable "__proto__" isn't declared; there are "n", "d", "s", "f", "mode", "level", "report", "tags" and 7 more
  __proto__ == 1 ⇒ expr-syntax 1-10 "__proto__" is a reserved word of CEL
  constructor == 1 ⇒ unknown-variable 1-12 Name "constructor" isn't known; there are context, variables, outputs, output, cycle_number, visits
  context.n.foo == 1 ⇒ unknown-field 11-14 "context.n" is an integer and has no fields
  context.s.length > 1 ⇒ unknown-field 11-17 "context.s" is a string and has no fields; its length is size(context.s) → size(context.s) > 1
  context.tags.length > 1 ⇒ unknown-field 14-20 "context.tags" is a list and has no fields; its length is size(context.tags) → size(context.tags) > 1
  context.tags.foo == 1 ⇒ unknown-field 14-17 "context.tags" is a list and has no fields
  context.tags['a'] == 1 ⇒ unknown-field 14-17 "context.tags" is a list and has no fields
  context.tags['length'] == 1 ⇒ unknown-field 14-22 "context.tags" is a list and has no fields; its length is size(context.tags)
  context.n[0] == 1 ⇒ unknown-field 11-12 "context.n" is an integer and has no items
  cycle_number.foo == 1 ⇒ unknown-field 14-17 "cycle_number" is an integer and has no fields
  visits.count.foo == 1 ⇒ unknown-field 14-17 "visits.count" is an integer and has no fields
  has(context.n.foo) ⇒ unknown-field 5-18 "context.n" is an integer and has no fields
`);

for (const [text, expected] of ROWS) test(text, () => assert.is(printFindings(text), expected));

test.run();
