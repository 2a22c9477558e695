import { Ajv } from "ajv";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { editorSchema, SCHEMA_KINDS, type SchemaKind } from "../../lib/cli/editor_schema.ts";
import { newSkillTexts } from "../../lib/host/new_skill_texts.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const checks = new Map(
  (Object.keys(SCHEMA_KINDS) as SchemaKind[]).map((
    kind,
  ) => [kind, new Ajv({ strict: true, allowUnionTypes: true }).compile(editorSchema(kind))]),
);

function accepts(kind: SchemaKind, value: unknown): void {
  const check = checks.get(kind)!;
  assert.ok(check(value), JSON.stringify(check.errors));
}

for (const kind of checks.keys()) {
  test(`${kind}: draft 07 with an id of its own, a title, and a description for every key`, () => {
    const schema = editorSchema(kind) as Record<string, unknown>;
    assert.is(schema.$schema, "http://json-schema.org/draft-07/schema#");
    assert.is(schema.$id, `urn:skill-workflow:schema:${kind}`);
    assert.match(String(schema.title), "skill-workflow");
    for (const [key, value] of keysOf(schema)) assert.ok("description" in (value as object), `${kind}: ${key}`);
  });
}

test("scenario: every scenario of the examples and of `new`", () => {
  for (const name of readdirSync(new URL("examples", root))) {
    if (!existsSync(new URL(`examples/${name}/SKILL.md`, root))) continue;
    for (const file of readdirSync(new URL(`examples/${name}/tests`, root))) {
      accepts("scenario", parse(read(`examples/${name}/tests/${file}`)));
    }
  }
  accepts("scenario", parse(newSkillTexts("a", "portable")["tests/two-rounds.yaml"]));
});

test("workflow: what `new` writes, and front matter of both forms", () => {
  const files = newSkillTexts("a", "portable");
  accepts("workflow", parse(files["workflow.yaml"]));
  for (const form of ["portable", "inline"] as const) {
    accepts("front-matter", parse(newSkillTexts("a", form)["SKILL.md"].split("---\n")[1]));
  }
});

test("flat: every flat workflow that has to be read", () => {
  const folder = "test/fixtures/flat/";
  const names = readdirSync(new URL(folder, root), { recursive: true }).map(String).filter((name) =>
    /\.ya?ml$/.test(name)
  );
  const flat = names.map((name) => parse(read(folder + name.replaceAll("\\", "/")))).filter((value) =>
    value !== null && typeof value === "object" && Array.isArray(value.steps) && value.workflow === undefined
  );
  assert.ok(flat.length > 0);
  for (const value of flat) accepts("flat", value);
});

const REFUSED: [SchemaKind, unknown][] = [
  ["scenario", { steps: [{ expect: "a", anwser: "x" }] }],
  ["scenario", { steps: [{ answer: "x" }] }],
  ["scenario", { steps: [], end: "finished" }],
  ["scenario", { steps: [{ expect: "a", verdicts: ["passed"] }] }],
  ["scenario", { steps: [{ expect: "a", rejected: false }] }],
  ["workflow", { workflow: { steps: [] } }],
  ["workflow", { steps: [{ id: "a", prompt: "A." }] }],
  ["workflow", { workflow: { steps: [{ id: "-a", prompt: "A." }] } }],
  ["flat", { steps: [{ id: "a", prompt: "A.", loop: { max: 0 } }] }],
  ["front-matter", { name: "Upper", description: "b" }],
  ["front-matter", { name: "a--b", description: "b" }],
  ["front-matter", { name: "a" }],
  ["front-matter", { name: "a", description: "x".repeat(1025) }],
  ["front-matter", { name: "a", description: "b", metadata: { a: { b: "c" } } }],
];

for (const [kind, value] of REFUSED) {
  test(`${kind} refuses ${JSON.stringify(value).slice(0, 80)}`, () => assert.is(checks.get(kind)!(value), false));
}

/** Every property that a schema names, at any depth. */
function keysOf(schema: unknown, path = ""): [string, unknown][] {
  if (schema === null || typeof schema !== "object") return [];
  const { properties, items, anyOf, additionalProperties } = schema as Record<string, unknown>;
  return [
    ...Object.entries((properties ?? {}) as object).flatMap(([key, value]): [string, unknown][] => [
      [`${path}.${key}`, value],
      ...keysOf(value, `${path}.${key}`),
    ]),
    ...[items, additionalProperties, ...(anyOf as unknown[] ?? [])].flatMap((one) => keysOf(one, `${path}[]`)),
  ];
}

test.run();
