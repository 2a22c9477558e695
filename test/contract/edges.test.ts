import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Json, JsonObject } from "../../lib/json.ts";
import { LIMITS } from "../../lib/limits.ts";
import { checkSchema, findSchemaProblems } from "../../lib/workflow/contract/mod.ts";
import { foldedSet, LAST_POINT, negatedSet, orderedSet } from "../../lib/workflow/contract/character_set.ts";
import { schemaParts } from "../../lib/workflow/contract/schema_parts.ts";

const problems = (schema: unknown) => findSchemaProblems(schema as JsonObject).map(({ message }) => message);
/** A value in so many lists. */
const nested = (depth: number): Json => depth === 0 ? 1 : [nested(depth - 1)];
/** `true` in so many schemas, itself counted. */
const schemaOf = (depth: number): Json => depth === 1 ? {} : { not: schemaOf(depth - 1) };

test("sets of characters: in order, joined where they touch, the others, all cases", () => {
  assert.equal(orderedSet([5, 6, 1, 2]), [1, 2, 5, 6]);
  assert.equal(orderedSet([1, 2, 3, 4]), [1, 4]);
  assert.equal(orderedSet([1, 2, 4, 5]), [1, 2, 4, 5]);
  assert.equal(orderedSet([1, 9, 2, 3]), [1, 9]);
  assert.equal(orderedSet([]), []);
  assert.equal(negatedSet([]), [0, LAST_POINT]);
  assert.equal(negatedSet([0, 5, 7, 7]), [6, 6, 8, LAST_POINT]);
  assert.equal(negatedSet([1, LAST_POINT]), [0, 0]);
  assert.equal(negatedSet([0, LAST_POINT]), []);
  assert.equal(negatedSet([3, LAST_POINT - 1]), [0, 2, LAST_POINT, LAST_POINT]);
});

test("the cases of a letter are those of Unicode's simple folding", () => {
  const folded = (text: string) => {
    const set = foldedSet([text.codePointAt(0)!, text.codePointAt(0)!]);
    const points = [];
    for (let at = 0; at < set.length; at += 2) for (let p = set[at]!; p <= set[at + 1]!; p++) points.push(p);
    return String.fromCodePoint(...points);
  };
  assert.equal(["a", "Z", "1", "k", "s", "ß", "ı", "µ", "σ"].map(folded), [
    "Aa",
    "Zz",
    "1",
    "Kk\u212a",
    "Ssſ",
    "ßẞ",
    "ı",
    "µΜμ",
    "Σςσ",
  ]);
  assert.equal(["\u0390", "\u03b0", "\ufb05", "𐐀", "ŉ"].map(folded), [
    "\u0390\u1fd3",
    "\u03b0\u1fe3",
    "\ufb05\ufb06",
    "𐐀𐐨",
    "ŉ",
  ]);
  // Every letter against the engine's own folding.
  for (let point = 0x250; point < 0x600; point++) {
    const all = folded(String.fromCodePoint(point));
    const pattern = new RegExp(`^[${all}]$`, "u");
    const other = new RegExp(`^\\u{${point.toString(16)}}$`, "iu");
    for (const one of all) assert.ok(other.test(one) && pattern.test(one), `${point} ${one}`);
  }
  assert.equal(foldedSet([0x31, 0x39]), [0x31, 0x39]);
  assert.equal(foldedSet([0x40, 0x5a, 0x7b, 0x7f]), [0x40, 0x5a, 0x61, 0x7f, 0x17f, 0x17f, 0x212a, 0x212a]);
});

test("a value's bounds count from its top", () => {
  const deep = (depth: number) => checkSchema({}, nested(depth));
  assert.equal(deep(LIMITS.depth - 1), []);
  assert.ok(deep(LIMITS.depth).length > 0);
});

test("a schema's bounds", () => {
  assert.equal(problems(schemaOf(LIMITS.depth)), []);
  assert.equal(problems(schemaOf(LIMITS.depth + 1)), [`Schema is nested deeper than ${LIMITS.depth}`]);
  const wide = (count: number) => ({ allOf: Array.from({ length: count }, () => ({})) });
  let most = 1;
  while (problems(wide(most * 2)).length === 0) most *= 2;
  const said = problems(wide(most * 2))[0]!;
  const limit = Number(/more than (\d+) parts/.exec(said)![1]);
  assert.equal(problems(wide(limit - 1)), []);
  assert.equal(problems(wide(limit)), [`Schema has more than ${limit} parts`]);
  // Shared parts count as often as they are reached.
  const shared = (count: number) => ({
    $defs: { a: {} },
    allOf: Array.from({ length: count }, () => ({ $ref: "#/$defs/a" })),
  });
  const half = (limit - 2) / 2;
  assert.equal(problems(shared(half)), []);
  assert.equal(problems(shared(half + 1)), [
    `Schema has ${limit + 2} parts with every "$ref" followed; wanted at most ${limit}`,
  ]);
});

test("a list where a schema is wanted, and long values", () => {
  assert.equal(problems({ items: [{}] }), [
    'Wanted a schema (an object, true or false), got [{}]; a list of schemas is written "prefixItems"',
  ]);
  assert.equal(problems({ not: [{}] }), ["Wanted a schema (an object, true or false), got [{}]"]);
  assert.equal(problems({ properties: { items: 1 } }), ["Wanted a schema (an object, true or false), got 1"]);
  const text = (length: number) => "x".repeat(length - 2);
  assert.equal(problems({ minimum: text(80) }), [`"minimum" wants a number, got "${text(80)}"`]);
  assert.equal(problems({ minimum: text(81) }), [`"minimum" wants a number, got "${"x".repeat(78)}…`]);
});

test("what each keyword wants", () => {
  const rows: [schema: Json, wanted: string | undefined][] = [
    [{ allOf: [] }, '"allOf" wants a list of schemas, got []'],
    [{ allOf: {} }, '"allOf" wants a list of schemas, got {}'],
    [{ properties: [] }, '"properties" wants an object of schemas, got []'],
    [{ type: "string" }, undefined],
    [{ type: ["string", "null"] }, undefined],
    [{ type: [] }, '"type" wants one or several of string, integer, number, boolean, array, object, null, got []'],
    [{ enum: [] }, '"enum" wants a list of values that isn\'t empty, got []'],
    [{ enum: 1 }, '"enum" wants a list of values that isn\'t empty, got 1'],
    [{ required: ["a", 1] }, '"required" wants a list of property names, got ["a",1]'],
    [{ required: "a" }, '"required" wants a list of property names, got "a"'],
    [{ dependentRequired: { a: ["b"] } }, undefined],
    [{ dependentRequired: { a: "b" } }, '"dependentRequired" wants an object of lists of names, got {"a":"b"}'],
    [{ dependentRequired: [] }, '"dependentRequired" wants an object of lists of names, got []'],
    [{ minimum: "1" }, '"minimum" wants a number, got "1"'],
    [{ multipleOf: 0.1 }, undefined],
    [{ multipleOf: 0 }, '"multipleOf" wants a number above 0, got 0'],
    [{ multipleOf: "1" }, '"multipleOf" wants a number above 0, got "1"'],
    [{ minLength: 0 }, undefined],
    [{ minLength: -1 }, '"minLength" wants a whole number, 0 or more, got -1'],
    [{ minLength: 0.5 }, '"minLength" wants a whole number, 0 or more, got 0.5'],
    [{ minLength: "0" }, '"minLength" wants a whole number, 0 or more, got "0"'],
    [{ uniqueItems: 1 }, '"uniqueItems" wants true or false, got 1'],
    [{ title: 1 }, '"title" wants a text, got 1'],
    [{ $ref: 1 }, '"$ref" wants a text, got 1'],
    [{ $schema: 1 }, '"$schema" wants a text, got 1'],
  ];
  for (const [schema, wanted] of rows) {
    assert.is(problems(schema)[0], wanted, JSON.stringify(schema));
  }
});

test("references: to nowhere, in a circle, to the same part twice", () => {
  assert.equal(problems({ $ref: "#/$defs/a" }), ['"$ref" leads to "#/$defs/a", which isn\'t a schema here']);
  assert.equal(problems({ $defs: { a: { not: { $ref: "#/$defs/a" } } } }), [
    '"$ref" to "#/$defs/a" leads in a circle; write the levels out',
  ]);
  assert.equal(
    problems({ $defs: { a: {}, b: { $ref: "#/$defs/a" } }, allOf: [{ $ref: "#/$defs/b" }, { $ref: "#/$defs/a" }] }),
    [],
  );
  assert.ok(schemaParts({ not: {} }).length === 1);
});

test("a missing property is named whatever its name holds", () => {
  const missing = (name: string) => checkSchema({ required: [name] }, {})[0];
  for (const name of ["a", 'a" b', 'x".', '". y']) {
    assert.is(missing(name), `At the top: wanted the property ${JSON.stringify(name)}, which is missing`);
  }
});

test.run();
