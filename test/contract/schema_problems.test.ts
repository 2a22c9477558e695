import { test } from "uvu";
import * as assert from "uvu/assert";
import * as fc from "fast-check";
import type { Json, JsonObject } from "../../lib/json.ts";
import { checkSchema, findSchemaContradiction, findSchemaProblems } from "../../lib/workflow/contract/mod.ts";

/** Schema, and what is wrong with it: `path code message`. */
const ROWS: [schema: unknown, problems: string[]][] = [
  [{}, []],
  [{
    type: "object",
    properties: { a: true, b: false },
    required: [],
    title: "T",
    description: "D",
    default: 1,
    examples: [],
  }, []],
  [{
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $comment: "c",
    deprecated: true,
    readOnly: false,
    writeOnly: true,
  }, []],
  [{
    $defs: { a: { type: "string" } },
    definitions: { b: {} },
    properties: { x: { $ref: "#/$defs/a" }, y: { $ref: "#/definitions/b" } },
  }, []],
  [{ properties: { type: { type: "string" }, pattern: { type: "string" }, $ref: { type: "string" } } }, []],
  [{ pattern: "a" }, [
    "/pattern unsupported-schema-keyword \"pattern\" isn't available; check the text's last line with require.last_line_regex, or list the values in enum",
  ]],
  [{ patternProperties: {} }, [
    '/patternProperties unsupported-schema-keyword "patternProperties" isn\'t available; name the properties in properties, or give the others a schema in additionalProperties',
  ]],
  [{ items: { format: "date" } }, [
    "/items/format unsupported-schema-keyword \"format\" isn't available; say the format in description; it isn't checked",
  ]],
  [{ $ref: "https://example.org/a" }, [
    '/$ref unsupported-schema-keyword "$ref" to "https://example.org/a" isn\'t followed; refer to parts of the same schema with #/$defs/name',
  ]],
  [{ $ref: "other.json#/a" }, [
    '/$ref unsupported-schema-keyword "$ref" to "other.json#/a" isn\'t followed; refer to parts of the same schema with #/$defs/name',
  ]],
  [{ properties: { a: { $ref: "#" } } }, [
    '/properties/a/$ref unsupported-schema-keyword "$ref" to "#" isn\'t followed; refer to parts of the same schema with #/$defs/name',
  ]],
  [{ $id: "x" }, [
    '/$id unsupported-schema-keyword "$id" isn\'t available; refer to parts of the same schema with #/$defs/name',
  ]],
  [{ $schema: "http://json-schema.org/draft-07/schema#" }, [
    '/$schema unsupported-schema-keyword Dialect "http://json-schema.org/draft-07/schema#" isn\'t available; leave "$schema" out, or name draft 2020-12',
  ]],
  [{ dependencies: {} }, [
    '/dependencies unsupported-schema-keyword "dependencies" isn\'t available; write dependentRequired or dependentSchemas',
  ]],
  [{ nullable: true }, [
    '/nullable unsupported-schema-keyword "nullable" isn\'t available; write the type as a list: ["string", "null"]',
  ]],
  [{ requird: ["a"] }, [
    '/requird unsupported-schema-keyword "requird" isn\'t a keyword of JSON Schema; did you mean "required"?',
  ]],
  [{ zzzzzz: 1 }, ['/zzzzzz unsupported-schema-keyword "zzzzzz" isn\'t a keyword of JSON Schema; leave it out']],
  [{ type: "sting" }, [
    '/type bad-schema "type" wants one or several of string, integer, number, boolean, array, object, null (did you mean "string"?), got "sting"',
  ]],
  [{ type: [] }, [
    '/type bad-schema "type" wants one or several of string, integer, number, boolean, array, object, null, got []',
  ]],
  [{ required: true }, ['/required bad-schema "required" wants a list of property names, got true']],
  [{ required: [1] }, ['/required bad-schema "required" wants a list of property names, got [1]']],
  [{ minimum: "1" }, ['/minimum bad-schema "minimum" wants a number, got "1"']],
  [{ multipleOf: 0 }, ['/multipleOf bad-schema "multipleOf" wants a number above 0, got 0']],
  [{ maxLength: -1 }, ['/maxLength bad-schema "maxLength" wants a whole number, 0 or more, got -1']],
  [{ minItems: 1.5 }, ['/minItems bad-schema "minItems" wants a whole number, 0 or more, got 1.5']],
  [{ uniqueItems: "yes" }, ['/uniqueItems bad-schema "uniqueItems" wants true or false, got "yes"']],
  [{ enum: [] }, ['/enum bad-schema "enum" wants a list of values that isn\'t empty, got []']],
  [{ anyOf: [] }, ['/anyOf bad-schema "anyOf" wants a list of schemas, got []']],
  [{ allOf: {} }, ['/allOf bad-schema "allOf" wants a list of schemas, got {}']],
  [{ properties: [] }, ['/properties bad-schema "properties" wants an object of schemas, got []']],
  [{ properties: { a: "string" } }, [
    '/properties/a bad-schema Wanted a schema (an object, true or false), got "string"',
  ]],
  [{ items: [{}] }, [
    '/items bad-schema Wanted a schema (an object, true or false), got [{}]; a list of schemas is written "prefixItems"',
  ]],
  [{ description: 1 }, ['/description bad-schema "description" wants a text, got 1']],
  [{ dependentRequired: { a: "b" } }, [
    '/dependentRequired bad-schema "dependentRequired" wants an object of lists of names, got {"a":"b"}',
  ]],
  [{ $ref: "#/$defs/a" }, ['/$ref bad-schema "$ref" leads to "#/$defs/a", which isn\'t a schema here']],
  [{ $ref: "#/enum/0", enum: [{}] }, ['/$ref bad-schema "$ref" leads to "#/enum/0", which isn\'t a schema here']],
  [{ $defs: { a: { properties: { b: { $ref: "#/$defs/a" } } } } }, [
    '/$defs/a/properties/b/$ref bad-schema "$ref" to "#/$defs/a" leads in a circle; write the levels out',
  ]],
  [{ $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }, [
    '/$defs/b/$ref bad-schema "$ref" to "#/$defs/a" leads in a circle; write the levels out',
  ]],
  [{ properties: { "a/b": { typ: 1 } } }, [
    '/properties/a~1b/typ unsupported-schema-keyword "typ" isn\'t a keyword of JSON Schema; did you mean "type"?',
  ]],
  [{ type: "x", minimum: null, foo: 1 }, [
    '/type bad-schema "type" wants one or several of string, integer, number, boolean, array, object, null, got "x"',
    '/minimum bad-schema "minimum" wants a number, got null',
    '/foo unsupported-schema-keyword "foo" isn\'t a keyword of JSON Schema; leave it out',
  ]],
];

const print = (schema: unknown) =>
  findSchemaProblems(schema as JsonObject).map(({ path, code, message }) => `${path} ${code} ${message}`);

for (const [schema, problems] of ROWS) test(JSON.stringify(schema), () => assert.equal(print(schema), problems));

test("references that double at every level are counted, not followed", () => {
  const $defs: JsonObject = { a0: {} };
  for (let i = 1; i <= 28; i++) {
    $defs[`a${i}`] = { allOf: [{ $ref: `#/$defs/a${i - 1}` }, { $ref: `#/$defs/a${i - 1}` }] };
  }
  const schema = { $ref: "#/$defs/a28", $defs };
  assert.match(print(schema)[0], /^ bad-schema Schema has \d+ parts with every "\$ref" followed; wanted at most 2000$/);
  assert.equal(checkSchema(schema, 1), ["Schema can't be used: it has more than 2000 parts"]);
});

test("depth and size are bounded", () => {
  let deep: JsonObject = {};
  for (let i = 0; i < 40; i++) deep = { items: deep };
  assert.match(print(deep)[0], /bad-schema Schema is nested deeper than 32$/);
  const wide = { properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`p${i}`, {}])) };
  assert.equal(print(wide), [" bad-schema Schema has more than 2000 parts"]);
});

/** Schema, and where it rules everything out. */
const CONTRADICTIONS: [schema: JsonObject, found: string | undefined][] = [
  [{}, undefined],
  [{ type: "integer", enum: ["a"] }, '/enum None of the values of "enum" meets what stands beside it'],
  [{ type: "integer", enum: ["a", 1] }, undefined],
  [{ enum: [1, 2], const: 3 }, '/enum None of the values of "enum" meets what stands beside it'],
  [{ const: "a", minLength: 2 }, '/const None of the values of "const" meets what stands beside it'],
  [
    { type: "string", minLength: 3, maxLength: 2 },
    '/minLength "minLength" is 3 and "maxLength" is 2: no value lies between',
  ],
  [{ minLength: 3, maxLength: 2 }, undefined],
  [{ type: "integer", minimum: 2, maximum: 1 }, '/minimum "minimum" is 2 and "maximum" is 1: no value lies between'],
  [{ type: ["integer", "string"], minimum: 2, maximum: 1 }, undefined],
  [
    { type: "object", required: ["a"], additionalProperties: false },
    '/required Property "a" is required, and "additionalProperties" doesn\'t allow it',
  ],
  [
    { type: "object", required: ["a"], properties: { a: false } },
    "/properties/a Schema is false, which no value meets",
  ],
  [{ type: "object", properties: { a: false } }, undefined],
  [{ required: ["a"], properties: { a: false } }, undefined],
  [{ not: {} }, '/not "not" rules out every value'],
  [{ allOf: [{}, { not: true }] }, '/allOf/1/not "not" rules out every value'],
  [{ anyOf: [false, { type: "string", const: 1 }] }, "/anyOf/0 Schema is false, which no value meets"],
  [{ anyOf: [false, {}] }, undefined],
  [{ enum: [1], $ref: "#/$defs/a", $defs: { a: { type: "string" } } }, undefined],
];

for (const [schema, expected] of CONTRADICTIONS) {
  test(`contradiction in ${JSON.stringify(schema)}`, () => {
    const found = findSchemaContradiction(schema);
    assert.is(found && `${found.path} ${found.message}`, expected);
  });
}

test("any JSON is taken for a schema without a crash, and what has no problems can be used", () => {
  const keyword = fc.constantFrom(
    "type",
    "properties",
    "items",
    "$ref",
    "$defs",
    "enum",
    "anyOf",
    "not",
    "required",
    "format",
    "minimum",
  );
  const anything = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Json>(null, true, false, 0, -1, "string", "#/$defs/type", "#/properties/type", "a"),
      fc.array(tie("json"), { maxLength: 3 }),
      fc.dictionary(keyword, tie("json"), { maxKeys: 4 }),
    ) as fc.Arbitrary<Json>,
  })).json;
  const objects = fc.dictionary(keyword, anything, { maxKeys: 4 }) as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(objects, anything, (schema, value) => {
      const problems = checkSchema(schema, value);
      if (findSchemaProblems(schema).length > 0) return;
      assert.ok(!problems.some((problem) => problem.startsWith("Schema can't be used")), problems[0]);
      const contradiction = findSchemaContradiction(schema);
      if (contradiction) assert.ok(problems.length > 0, `${JSON.stringify(value)} meets ${JSON.stringify(schema)}`);
    }),
    { numRuns: 1_000 },
  );
});

test.run();
