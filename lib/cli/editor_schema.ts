/**
 * JSON Schemas for editors, from the same valibot schemas that the compiler checks by.
 * @module
 */

import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { scenarioSchema } from "../scenario/scenario_schema.ts";
import { flatFileSchema, workflowFileSchema, workflowSchema } from "../workflow/schema/mod.ts";

/** What there is a schema for. */
export const SCHEMA_KINDS: Readonly<Record<"front-matter" | "workflow" | "flat" | "scenario", string>> = Object.freeze({
  "front-matter": "the front matter of a SKILL.md",
  workflow: "the workflow file of a portable skill",
  flat: "a flat workflow file",
  scenario: "a scenario file for `skill-workflow test`",
});

/** A kind of schema. */
export type SchemaKind = keyof typeof SCHEMA_KINDS;

const text = (most: number, description: string) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(most), v.description(description));

/** The fields of the Agent Skills standard, and the inline workflow; further fields are a host's. */
const frontMatterSchema = v.looseObject({
  name: v.pipe(
    text(64, "The folder's name: lower-case letters, digits, single hyphens"),
    v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  ),
  description: text(1024, "What the skill does and when an agent should use it"),
  license: v.optional(v.pipe(v.string(), v.description("Licence of the skill"))),
  compatibility: v.optional(text(500, "What the skill needs to run")),
  metadata: v.optional(v.pipe(
    v.record(v.string(), v.string()),
    v.description("Texts by key; kind: workflow and workflow: <file> name the workflow of a portable skill"),
  )),
  "allowed-tools": v.optional(v.pipe(v.string(), v.description("Tools that need no asking, with blanks between them"))),
  workflow: v.optional(v.pipe(workflowSchema, v.description("The workflow of an inline skill"))),
});

const SCHEMAS: Record<SchemaKind, v.GenericSchema> = {
  "front-matter": frontMatterSchema,
  workflow: workflowFileSchema,
  flat: flatFileSchema,
  scenario: scenarioSchema,
};

/** The schema as JSON (draft 07, which editors know best). */
export function editorSchema(kind: SchemaKind): object {
  const { $schema, ...schema } = toJsonSchema(SCHEMAS[kind], { target: "draft-07" });
  return {
    $schema,
    $id: `urn:skill-workflow:schema:${kind}`,
    title: `skill-workflow: ${SCHEMA_KINDS[kind]}`,
    ...schema,
  };
}
