/**
 * The pages of docs/reference/, made from the code, so that they can't say anything else.
 * @module
 */

import type { McpServer } from "@modelcontextprotocol/server";
import { COMMANDS } from "../../lib/cli/commands/mod.ts";
import { editorSchema } from "../../lib/cli/editor_schema.ts";
import { commandHelp, programHelp } from "../../lib/cli/help.ts";
import { registerWorkflowTools } from "../../mcp/tools/workflow_tools.ts";

const HEAD = "<!-- Generated from the code by test/docs/update_reference.ts -->\n<!-- deno-fmt-ignore-file -->\n";

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  default?: unknown;
  description?: string;
}

/** The pages by their file name. */
export function referencePages(): Record<string, string> {
  return { "cli.md": cliPage(), "tools.md": toolsPage(), "schema.md": schemaPage() };
}

function cliPage(): string {
  const block = (text: string) => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
  const commands = COMMANDS.map((command) => `## ${command.name}\n\n${block(commandHelp(command, false))}`);
  return `${HEAD}# Command line\n\n${block(programHelp(COMMANDS, false))}\n\n${commands.join("\n\n")}\n`;
}

function toolsPage(): string {
  const sections: string[] = [];
  const server = {
    registerTool(name: string, { title, description, inputSchema }: Registration) {
      const schema = inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
      sections.push(`## ${name}\n\n${title}. ${description}\n\n${tableOf(schema)}`);
    },
  };
  registerWorkflowTools(server as unknown as McpServer, {} as Parameters<typeof registerWorkflowTools>[1]);
  return `${HEAD}# MCP tools\n\nThe tools of \`skill-workflow serve\`, as a model sees them.\n\n${
    sections.join("\n\n")
  }\n`;
}

interface Registration {
  title: string;
  description: string;
  inputSchema: { "~standard": { jsonSchema: { input(options: { target: string }): JsonSchema } } };
}

function schemaPage(): string {
  const { properties } = editorSchema("workflow") as JsonSchema;
  const workflow = properties!.workflow;
  const step = workflow.properties!.steps.items!;
  const parts = Object.entries(step.properties!)
    .map(([name, schema]): [string, JsonSchema] => [name, partOf(schema)])
    .filter(([, schema]) => schema.properties !== undefined);
  const variable = workflow.properties!.context_schema.additionalProperties as JsonSchema;
  return [
    `${HEAD}# Keys of a workflow`,
    "Every key that a workflow may have, from the schema that `skill-workflow schema workflow` prints. What they mean together " +
    "is said in [the workflow language](../language.md).",
    `## Workflow\n\n${tableOf(workflow)}`,
    `## Variable (in \`context_schema\`)\n\n${tableOf(partOf(variable))}`,
    `## Step\n\n${tableOf(step)}`,
    ...parts.map(([name, schema]) => `## \`${name}\` of a step\n\n${tableOf(schema)}`),
  ].join("\n\n") + "\n";
}

/** Where a key takes an object or a list of objects, the object. */
function partOf(schema: JsonSchema): JsonSchema {
  const variants = [schema, ...schema.anyOf ?? []].flatMap((one) => [one, one.items ?? {}]);
  const inner = variants.flatMap((one) => [one, ...one.anyOf ?? []]);
  return inner.find((one) => one.properties !== undefined) ?? schema;
}

function tableOf(schema: JsonSchema): string {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const fallback = required.has(name)
      ? "required"
      : one.default === undefined
      ? ""
      : `\`${JSON.stringify(one.default)}\``;
    const meaning = (one.description ?? partOf(one).description ?? "").replaceAll("|", "\\|").replaceAll("<", "&lt;");
    return `| \`${name}\` | ${typeOf(one)} | ${fallback} | ${meaning} |`;
  });
  if (rows.length === 0) return "It takes nothing.";
  return ["| key | type | default | meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
  return schema.type ?? "anything";
}
