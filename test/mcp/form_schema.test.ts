import { test } from "uvu";
import * as assert from "uvu/assert";
import type { JsonObject } from "../../lib/json.ts";
import type { Step } from "../../lib/workflow/workflow.ts";
import { formOf } from "../../mcp/person/form_schema.ts";

const form = (schema?: JsonObject) => formOf((schema ? { schema: { value: schema } } : {}) as Step);
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });

test("without a schema the answer is one text", () => {
  assert.equal(form()?.required, ["answer"]);
});

const fit: JsonObject[] = [
  object({ a: { type: "string", minLength: 2, maxLength: 5, title: "A", description: "b", default: "cc" } }),
  object({ a: { type: "string", enum: ["x", "y"] }, b: { type: "boolean" } }, { required: ["a"] }),
  object({ a: { type: "number", minimum: 0 }, b: { type: "integer", maximum: 9 } }, { additionalProperties: false }),
];
for (const schema of fit) {
  test(`${JSON.stringify(schema)} is a form`, () => {
    assert.equal(form(schema)?.properties, schema.properties);
    assert.equal(form(schema)?.required, schema.required);
  });
}

const other: JsonObject[] = [
  object({}),
  { type: "string" },
  object({ a: { type: "array", items: { type: "string" } } }),
  object({ a: { type: "object" } }),
  object({ a: { type: ["string", "null"] } }),
  object({ a: { type: "integer", enum: [1, 2] } }),
  object({ a: { type: "number", multipleOf: 2 } }),
  object({ a: {} }),
  object({ a: { type: "constructor" } }),
  object({ a: { type: "string" } }, { anyOf: [{ required: ["a"] }] }),
  object(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`a${index}`, { type: "string" }]))),
];
for (const schema of other) {
  test(`${JSON.stringify(schema).slice(0, 80)} is none`, () => assert.is(form(schema), undefined));
}

test.run();
