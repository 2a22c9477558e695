/**
 * `schema`: JSON Schemas for editors.
 * @module
 */

import { didYouMean } from "../../did_you_mean.ts";
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
  const kinds = Object.keys(SCHEMA_KINDS);
  if (kind === undefined || !Object.hasOwn(SCHEMA_KINDS, kind)) {
    throw new UsageError(
      kind === undefined
        ? `Name the schema, one of ${kinds.join(", ")}`
        : `There is no schema "${kind}": ${didYouMean(kind, kinds) || `there are ${kinds.join(", ")}`}`,
    );
  }
  printJson(io, editorSchema(kind as SchemaKind));
  return EXIT.ok;
}
