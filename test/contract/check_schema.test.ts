import { test } from "uvu";
import * as assert from "uvu/assert";
import * as fc from "fast-check";
import Ajv2020 from "ajv/dist/2020.js";
import type { Json, JsonObject } from "../../lib/json.ts";
import { checkSchema, findSchemaProblems } from "../../lib/workflow/contract/mod.ts";

const REPORT: JsonObject = {
  type: "object",
  properties: {
    faults: { type: "integer", minimum: 1 },
    mode: { enum: ["fast", "slow"] },
    files: { type: "array", items: { type: "string", maxLength: 5 }, maxItems: 2, uniqueItems: true },
  },
  required: ["faults", "mode"],
  additionalProperties: false,
};

/** Schema, value, what is wrong with it. */
const ROWS: [schema: JsonObject, value: Json, problems: string[]][] = [
  [{}, { any: ["thing"] }, []],
  [REPORT, { faults: 1, mode: "fast", files: ["a", "b"] }, []],
  [
    REPORT,
    { fautls: 1, mode: "quick", files: ["toolong", "d", "d"] },
    [
      'At the top: wanted the property "faults", which is missing (did you mean "fautls"?)',
      'At /mode: wanted one of "fast", "slow", got "quick"',
      "At /files: wanted at most 2 items, got 3",
      "At /files/0: wanted at most 5 characters, got 7",
      "At /files: wanted no item twice, got a list with doubles",
      'At the top: wanted only "faults", "mode", "files", got the property "fautls" (did you mean "faults"?)',
    ],
  ],
  [REPORT, "text", ['At the top: wanted an object, got "text"']],
  [REPORT, { faults: 0, mode: "fast" }, ["At /faults: wanted at least 1, got 0"]],
  [REPORT, { faults: 1.5, mode: "fast" }, ["At /faults: wanted an integer, got 1.5"]],
  [{ type: ["string", "null"] }, 1, ["At the top: wanted a string or null, got 1"]],
  [{ type: "array" }, {}, ["At the top: wanted a list, got an empty object"]],
  [{ type: "null" }, { a: 1, b: 2 }, ['At the top: wanted null, got an object with "a", "b"']],
  [{ const: { a: 1 } }, { a: 2 }, ['At the top: wanted {"a":1}, got an object with "a"']],
  [{ exclusiveMinimum: 3, multipleOf: 2 }, 3, [
    "At the top: wanted more than 3, got 3",
    "At the top: wanted a multiple of 2, got 3",
  ]],
  [{ maximum: 3 }, 4, ["At the top: wanted at most 3, got 4"]],
  [{ exclusiveMaximum: 3 }, 3, ["At the top: wanted less than 3, got 3"]],
  [{ minLength: 2 }, "😀", ["At the top: wanted at least 2 characters, got 1"]],
  [{ minItems: 2 }, [1], ["At the top: wanted at least 2 items, got 1"]],
  [{ minProperties: 2 }, { a: 1 }, ["At the top: wanted at least 2 properties, got 1"]],
  [{ maxProperties: 0 }, { a: 1 }, ["At the top: wanted at most 0 properties, got 1"]],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, 3, [
    'At the top: wanted one of [{"type":"string"},{"type":"null"}], got 3',
  ]],
  [{ oneOf: [{ type: "number" }, { type: "integer" }] }, 3, [
    'At the top: wanted exactly one of [{"type":"number"},{"type":"integer"}], got 3',
  ]],
  [{ allOf: [{ type: "string" }, { minLength: 2 }] }, "a", ["At the top: wanted at least 2 characters, got 1"]],
  [{ not: { type: "string" } }, "a", ['At the top: wanted anything but {"type":"string"}, got "a"']],
  [{ contains: { type: "string" } }, [1], [
    'At the top: wanted an item that matches {"type":"string"}, got a list of 1',
  ]],
  [{ contains: { type: "string" }, minContains: 2 }, ["a", 1], [
    "At the top: wanted at least 2 matching items, got a list of 2",
  ]],
  [{ propertyNames: { maxLength: 2 } }, { abc: 1 }, [
    'At the top: wanted property names that match {"maxLength":2}, got "abc"',
  ]],
  [{ dependentRequired: { a: ["b"] } }, { a: 1 }, ['At the top: wanted the property "b", which is missing']],
  [{ dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, [
    'At the top: wanted the property "b", which is missing',
  ]],
  [{ if: { type: "string" }, then: { minLength: 3 }, else: { const: 1 } }, "ab", [
    "At the top: wanted at least 3 characters, got 2",
  ]],
  [{ if: { type: "string" }, then: { minLength: 3 }, else: { const: 1 } }, 2, ["At the top: wanted 1, got 2"]],
  [{ prefixItems: [{ type: "string" }], items: false }, [1, 2], [
    "At /0: wanted a string, got 1",
    "At /1: wanted nothing here, got 2",
  ]],
  [{ properties: { a: true }, unevaluatedProperties: false }, { b: 1 }, [
    'At the top: wanted only "a", got the property "b"',
  ]],
  [{ additionalProperties: { type: "string" } }, { a: 1 }, ["At /a: wanted a string, got 1"]],
  [{ $ref: "#/$defs/a", $defs: { a: { type: "integer" } } }, "x", ['At the top: wanted an integer, got "x"']],
  [{ properties: { a: { $ref: "#/$defs/b~1c%" } }, $defs: { "b/c%": { type: "integer" } } }, { a: "x" }, [
    'At /a: wanted an integer, got "x"',
  ]],
  [{ $ref: "#/$defs/a", minimum: 3, $defs: { a: { type: "integer" } } }, 1, ["At the top: wanted at least 3, got 1"]],
  [{ properties: { "a/b#%é": { type: "integer" } } }, { "a/b#%é": "x" }, ['At /a/b#%é: wanted an integer, got "x"']],
  [{ required: ["constructor", "toString"] }, {}, [
    'At the top: wanted the property "constructor", which is missing',
    'At the top: wanted the property "toString", which is missing',
  ]],
  [JSON.parse('{"properties": {"__proto__": {"type": "integer"}}}'), JSON.parse('{"__proto__": "x"}'), [
    'At /__proto__: wanted an integer, got "x"',
  ]],
  [{ type: "object", pattern: "(a+)+$" }, {}, ["Schema can't be used: \"pattern\" isn't available"]],
  [{ format: "date" }, "x", ["Schema can't be used: \"format\" isn't available"]],
  [{ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }, 1, [
    "Schema can't be used: it has more than 2000 parts",
  ]],
  [{ $ref: "#/$defs/b", $defs: {} }, 1, ['Schema can\'t be used: "$ref" to "#/$defs/b" leads nowhere']],
  [{ $ref: "https://example.org/x" }, 1, ['Schema can\'t be used: "$ref" to "https://example.org/x" leads nowhere']],
];

for (const [schema, value, problems] of ROWS) {
  test(`${JSON.stringify(schema).slice(0, 80)} of ${JSON.stringify(value)}`, () =>
    assert.equal(checkSchema(schema, value), problems));
}

test("schema and value may be frozen all through, and stay as they are", () => {
  const freeze = <T>(value: T): T => {
    if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
    return Object.freeze(value);
  };
  const schema = freeze(structuredClone(REPORT));
  assert.equal(checkSchema(schema, freeze({ faults: 0, mode: "fast" })), ["At /faults: wanted at least 1, got 0"]);
  assert.equal(schema, REPORT);
});

test("a schema that is changed in place isn't taken for what it was", () => {
  const schema: JsonObject = { type: "string" };
  assert.equal(checkSchema(schema, 1).length, 1);
  schema.type = "integer";
  assert.equal(checkSchema(schema, 1), []);
});

test("values have bounds", () => {
  let deep: Json = 1;
  for (let i = 0; i < 40; i++) deep = [deep];
  assert.equal(checkSchema({}, deep), ["At the top: wanted at most 32 levels, got more"]);
  assert.equal(checkSchema({}, Array.from({ length: 100_000 }, () => 0)), [
    "At the top: wanted at most 100000 values in all, got more",
  ]);
  assert.equal(checkSchema({ uniqueItems: true }, Array.from({ length: 1_001 }, (_, i) => i)), [
    "At the top: wanted at most 1000 items in a list beside uniqueItems, got 1001",
  ]);
});

test("many problems are shown in part, and don't take long", () => {
  const started = performance.now();
  for (const length of [1_900, 90_000]) {
    const problems = checkSchema({ items: { type: "string" } }, Array.from({ length }, (_, i) => i));
    assert.is(problems[0], "At /0: wanted a string, got 0");
    assert.is(problems.length, length === 1_900 ? 21 : 1);
    if (length === 1_900) assert.is(problems[20], "and 1880 more");
  }
  assert.ok(performance.now() - started < 10_000);
});

test("a name that is half a character is a problem, not a crash", () => {
  const [problem] = checkSchema({ additionalProperties: { type: "string" } }, { "\ud800": 1 });
  assert.match(problem, "can't be checked");
});

const simple: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>({ type: "string" }, { type: "integer" }, { type: ["null", "boolean"] }, {
    enum: [1, "a", null],
  }),
  fc.record({ type: fc.constant("string"), minLength: fc.nat(2), maxLength: fc.nat(3) }),
  fc.record({ minimum: fc.integer({ min: -2, max: 2 }), exclusiveMaximum: fc.integer({ min: 0, max: 4 }) }),
  fc.constantFrom<JsonObject>({ $ref: "#/$defs/named" }, { $ref: "#/$defs/named", minLength: 2 }, { const: "ab" }),
) as fc.Arbitrary<JsonObject>;
const schemas: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    simple,
    fc.record({ items: tie("schema"), maxItems: fc.nat(3) }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.record({ a: tie("schema"), b: tie("schema") }),
      required: fc.subarray(["a", "b"]),
    }),
    fc.record({
      properties: fc.record({ a: tie("schema") }),
      additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
    }),
    fc.record({ properties: fc.record({ a: tie("schema") }), unevaluatedProperties: fc.constant(false) }),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    tie("schema").map((not) => ({ not })),
    fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }),
    fc.record({ contains: tie("schema") }),
  ) as fc.Arbitrary<JsonObject>,
})).schema.map((schema) => ({ ...schema, $defs: { named: { type: "string" } } }));
const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>(null, true, 0, 1, 2.5, -1, "", "a", "ab", "abcd"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value")),
  ) as fc.Arbitrary<Json>,
})).value;

test("what meets a schema is what another validator says", () => {
  const ajv = new Ajv2020.default({ strict: false, logger: false });
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      assert.equal(findSchemaProblems(schema), []);
      const problems = checkSchema(schema, value);
      assert.is(
        problems.length === 0,
        ajv.validate(schema, value),
        `${JSON.stringify(schema)} of ${JSON.stringify(value)}`,
      );
      for (const problem of problems) assert.match(problem, /^At (the top|\/[^:]*): wanted /);
    }),
    { numRuns: 150 },
  );
});

test.run();
