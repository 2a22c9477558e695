import { test } from "uvu";
import * as assert from "uvu/assert";
import { InvalidInputError, LimitError } from "../../lib/error.ts";
import type { Json, JsonObject } from "../../lib/json.ts";
import { LIMITS } from "../../lib/limits.ts";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

const ALL =
  '$s: string; $i: integer; $n: number; $b: boolean; $l: list; $o: object; $e: string in ["x", "y"]; $r: integer! = 3; a; b';

/** Variable, value, what the error must say (undefined: taken). */
const TABLE: [string, Json, RegExp?][] = [
  ["s", "text"],
  ["s", 1, /wanted string, got number 1/],
  ["i", 2],
  ["i", 2.5, /wanted integer, got number 2\.5/],
  ["i", "2", /wanted integer, got string "2"/],
  ["i", 1e300, /wanted integer/],
  ["n", 2],
  ["n", 2.5],
  ["n", true, /wanted number, got boolean true/],
  ["b", false],
  ["b", 0, /wanted boolean/],
  ["l", [1]],
  ["l", {}, /wanted list, got an object/],
  ["o", { a: 1 }],
  ["o", [], /wanted object, got a list/],
  ["e", "x"],
  ["e", "z", /wanted one of "x", "y", got string "z"/],
  ["s", null],
  ["r", null, /wanted integer, got null/],
  ["q", 1, /Unknown variable "q"/],
  ["ss", 1, /did you mean "s"/],
  ["__proto__", 1, /Unknown variable "__proto__"/],
  ["toString", 1, /Unknown variable "toString"/],
];

for (const [name, value, message] of TABLE) {
  test(`${name} = ${JSON.stringify(value)}`, () => {
    for (const field of ["initial_context", "variables"] as const) {
      const values = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`) as JsonObject;
      const run = () =>
        field === "initial_context"
          ? new Walk(workflowOf(ALL), { context: values }).state
          : new Walk(workflowOf(ALL)).deliver("x", { variables: values });
      if (message) {
        assert.throws(
          run,
          (error: Error) =>
            error instanceof InvalidInputError && message.test(error.message) && error.message.includes(field),
        );
      } else assert.equal(run().context[name], value);
    }
  });
}

test("a required variable without a default must come with the start", () => {
  assert.throws(() => new Walk(workflowOf("$n: integer!; a")), /needs "n" \(integer\) in initial_context/);
  assert.is(new Walk(workflowOf("$n: integer!; a"), { context: { n: 1 } }).state.context.n, 1);
});

test("declared and unset is null", () => {
  assert.is(new Walk(workflowOf("$n: integer; a")).state.context.n, null);
});

test("new values win before a condition is read", () => {
  const walk = new Walk(workflowOf("$report: object = {}; a -> b [context.report.faults > 0], c default; b; c"), {
    context: { report: { faults: 0 } },
  });
  walk.deliver("x", { variables: { report: { faults: 3 } } });
  assert.is(walk.trace, "a b");
});

test("a schema's declared properties become variables", () => {
  const schema = '{"type": "object", "properties": {"n": {"type": "integer"}, "other": {}}, "required": ["n"]}';
  const walk = new Walk(workflowOf(`$n: integer = 0; a(schema=${schema}) -> c [context.n > 1], b default; b; c`));
  walk.deliver("not JSON");
  assert.is(walk.state.last_rejection?.kind, "schema");
  walk.deliver({ n: "two" });
  assert.is(walk.state.attempts, 2);
  walk.deliver('{"n": 2, "other": true, "more": 1}');
  assert.is(walk.trace, "a c");
  assert.is(walk.state.context.n, 2);
  assert.equal(walk.state.outputs.a, { n: 2, other: true, more: 1 });
  walk.done();
});

test("nothing sent clears the old output", () => {
  const walk = new Walk(workflowOf("a; b -> a"));
  walk.deliver("x");
  walk.deliver("y");
  walk.deliver(undefined);
  assert.equal(walk.state.outputs, { b: "y" });
});

test("an output over the limit is refused", () => {
  const walk = new Walk(workflowOf("a; b"));
  assert.throws(() => walk.deliver("x".repeat(LIMITS.output + 1)), (error: Error) => error instanceof LimitError);
  walk.deliver("x".repeat(LIMITS.output));
});

test.run();
