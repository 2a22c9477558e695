/**
 * `schema`: JSON Schemas for editors.
 * @module
 */

import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { editorSchema, SCHEMA_KINDS, type SchemaKind } from "../editor_schema.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";

/** The command. */
export const schemaCommand: CliCommand = {
  name: "schema",
  summary: "prints a JSON Schema for editors",
  usage: `<${Object.keys(SCHEMA_KINDS).join("|")}>`,
  details: Object.entries(SCHEMA_KINDS).map(([kind, what]) => `${kind}: ${what}`).join("; "),
  options: {},
  examples: [
    "skill-workflow schema workflow > workflow.schema.json",
    "# and on the first line of workflow.yaml:",
    "# yaml-language-server: $schema=workflow.schema.json",
  ],
  run,
};

function run(args: Arguments, io: Io): number {
  const [kind] = args.positionals;
  if (kind === undefined || !Object.hasOwn(SCHEMA_KINDS, kind)) {
    throw new UsageError(
      `Name the schema, one of ${Object.keys(SCHEMA_KINDS).join(", ")}${kind ? `, not "${kind}"` : ""}`,
    );
  }
  printJson(io, editorSchema(kind as SchemaKind));
  return EXIT.ok;
}
