import { test } from "uvu";
import * as assert from "uvu/assert";
import { findUncovered } from "../../lib/workflow/coverage/find_uncovered.ts";
import { workflowOf } from "../notation.ts";

const { variables } = workflowOf(
  '$n: integer!; $m: number; $k: string! in ["a","b"]; $o: string in ["a","b"]; $s: string!; $b: boolean!; $u: boolean; a',
);

const TOTAL = [
  ["true"],
  ["1 == 1"],
  ["context.b", "!context.b"],
  ["!(context.s == 'x')", "context.s == 'x'"],
  ["context.n > 3", "context.n <= 3"],
  ["context.n > 3", "context.n < 4"],
  ["context.n < 1", "context.n == 1", "context.n > 1"],
  ["3 < context.n", "3 >= context.n"],
  ["context.m != 2", "context.m == 2"],
  ["context.k == 'a'", "context.k == 'b'"],
  ["context.k in ['a', 'b']"],
  ["context.k != 'a'", "context.k != 'b'"],
  ["context.o == 'a'", "context.o == 'b'", "context.o == null"],
  ["context['s'] == 'x'", "context.get('s') != 'x'"],
  ["context.s > 'a'", "context.s <= 'a'"],
  ["output == 1", "output != 1"],
  ["context.n < context.m", "context.m <= context.n"],
  ["'a' in outputs", "!('a' in outputs)"],
  ["output.startsWith('a')", "!output.startsWith('a')"],
  ["context.b && context.k == 'a'", "!context.b || context.k == 'b'"],
  ["context.b ? context.n > 1 : true", "context.n <= 1"],
  ["size(context.s) > 0", "size(context.s) == 0"],
  ["cycle_number >= 1"],
  ["visits['a'] > 0", "visits['a'] == 0"],
  ["context.n > -1", "context.n < 0"],
];

const OPEN: [string[], string][] = [
  [["context.b"], "context.b is false"],
  [["context.u == true", "context.u == false"], "context.u is unset"],
  [["context.m > 3"], "context.m is below 3"],
  [["context.m > 3", "context.m < 3"], "context.m is 3"],
  [["context.m < 3", "context.m > 4"], "context.m is 3"],
  [["context.m <= 3", "context.m >= 4"], "context.m is between 3 and 4"],
  [["context.n < 3", "context.n > 4"], "context.n is 3"],
  [["context.n <= 3", "context.n >= 5"], "context.n is 4"],
  [["context.k == 'a'"], 'context.k is "b"'],
  [["context.o in ['a', 'b']"], "context.o is unset"],
  [["variables.k == 'a'", "variables.k == 'b'"], "variables.k is unset"],
  [["context.s == 'x'"], "context.s is something else"],
  [["context.s >= 'b'", "context.s == 'a'"], "context.s is less than 'b' and context.s is something else"],
  [["output > 3", "output == 'x'"], "output is below 3"],
  [["context.n < context.m", "context.m < context.n"], "context.m equals context.n"],
  [["has(output.x)"], "has(output.x) is false"],
  [["context.b && context.n > 1", "!context.b"], "context.b is true and context.n is 0"],
  [["output && context.b", "!output && context.b"], "output is true and context.b is false"],
  [["context.n % 2 == 0"], "context.n % 2 is below 0"],
  [["false"], ""],
];

for (const conditions of TOTAL) {
  test(`total: ${conditions.join(" | ")}`, () => assert.is(findUncovered(conditions, variables), undefined));
}

for (const [conditions, expected] of OPEN) {
  test(`open: ${conditions.join(" | ")}`, () => assert.is(findUncovered(conditions, variables), expected));
}

test("what can't be read, or has too many cases, isn't taken for total", () => {
  assert.is(findUncovered(["context.b", "!context.b", "("], variables), "");
  const many = Array.from({ length: 40 }, (_, i) => `output.a${i} == ${i}`);
  assert.is(findUncovered([...many, "context.b", "!context.b"], variables), "");
});

test.run();
