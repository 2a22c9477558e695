import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv } from "ajv";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { GenericSchema } from "valibot";
import { parse } from "yaml";
import { flatFileSchema, workflowFileSchema, workflowSchema } from "../../lib/workflow/schema/mod.ts";
import { fixture } from "./compile_text.ts";

type JsonSchema = { [key: string]: JsonSchema } & { description?: string; type?: string; default?: unknown };

const convert = (schema: unknown) => toJsonSchema(schema as GenericSchema) as unknown as JsonSchema;
const ajv = new Ajv({ allErrors: true });

/** What an editor would say about a text. */
function editorProblems(schema: unknown, text: string): string[] {
  const check = ajv.compile(convert(schema));
  check(parse(text));
  return (check.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}`);
}

test("the examples of each form pass the JSON Schema made for editors", () => {
  assert.equal(editorProblems(workflowFileSchema, fixture("compile/portable.yaml")), []);
  assert.equal(editorProblems(flatFileSchema, fixture("compile/flat.yaml")), []);
  const inline = fixture("compile/inline.md").split("---\n")[1];
  assert.equal(editorProblems(workflowSchema, JSON.stringify(parse(inline).workflow)), []);
});

test("the JSON Schema finds what the compiler finds in the shape", () => {
  const text =
    "steps:\n- {id: '-a', prompt: A., nxt: b, loop: {max: 0, until: 3}, enforce: no}\n- {prompt: B.}\nversion: []\n";
  assert.equal(editorProblems(flatFileSchema, text).sort(), [
    "/steps/0 additionalProperties",
    "/steps/0/enforce enum",
    "/steps/0/id pattern",
    "/steps/0/loop/max minimum",
    "/steps/0/loop/until type",
    "/steps/1 required",
    "/version anyOf",
    "/version type",
    "/version type",
  ]);
});

test("every key has a description", () => {
  const bare: string[] = [];
  const visit = (schema: JsonSchema, path: string) => {
    for (const [key, inner] of Object.entries(schema.properties ?? {}) as [string, JsonSchema][]) {
      if (!inner.description) bare.push(`${path}.${key}`);
      visit(inner, `${path}.${key}`);
    }
    if (schema.items) visit(schema.items, path);
    if (typeof schema.additionalProperties === "object") visit(schema.additionalProperties, path);
  };
  visit(convert(workflowFileSchema), "");
  visit(convert(flatFileSchema), "");
  assert.equal(bare, []);
});

test("only the fence's default depends on the form", () => {
  const defaults = (schema: unknown) =>
    Object.entries(convert(schema).properties as Record<string, JsonSchema>)
      .flatMap(([key, inner]) => inner.default === undefined ? [] : [`${key}=${inner.default}`]);
  assert.equal(defaults(workflowSchema), ["version=1.0", "type=sequential", "enforce=soft", "max_transitions=1000"]);
  assert.equal(defaults(flatFileSchema), ["version=1.0", "type=sequential", "enforce=hard", "max_transitions=1000"]);
});

test.run();
