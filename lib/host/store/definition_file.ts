/**
 * The pinned workflow, `<id>.workflow.json`: written once, when the session is created.
 * @module
 */

import { isJsonObject, type JsonObject } from "../../json.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { FORMAT, migrate, type Migration } from "./format.ts";
import { freezeJson } from "./freeze_json.ts";
import { decode, FileProblem } from "./read_file.ts";
import { seal, unseal } from "./sealed_line.ts";

/** The file's bytes. */
export function encodeDefinition(id: string, workflow: Workflow): Uint8Array {
  return new TextEncoder().encode(
    `${seal({ format: FORMAT, session: id, workflow: workflow as unknown as JsonObject })}\n`,
  );
}

/**
 * The workflow, frozen.
 *
 * @throws {FileProblem} the file isn't what it should be
 */
export function decodeDefinition(id: string, bytes: Uint8Array, migrations: ReadonlyMap<number, Migration>): Workflow {
  const text = decode(bytes);
  if (!text.endsWith("\n")) throw new FileProblem("is cut short");
  const read = unseal(text.slice(0, -1));
  if ("problem" in read) throw new FileProblem(read.problem);
  const { session, workflow } = migrate(read.value, "definition", 1, migrations).value;
  if (session !== id) throw new FileProblem("is the definition of another session");
  if (!isWorkflow(workflow)) throw new FileProblem("holds no workflow");
  try {
    return freezeJson(workflow) as unknown as Workflow;
  } catch {
    throw new FileProblem("nests too deeply");
  }
}

function isWorkflow(value: unknown): value is JsonObject {
  return isJsonObject(value) && isJsonObject(value.steps) && Array.isArray(value.order) &&
    isJsonObject(value.variables) &&
    typeof value.initial === "string" && typeof value.digest === "string" && typeof value.name === "string";
}
