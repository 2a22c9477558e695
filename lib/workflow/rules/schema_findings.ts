/**
 * One run over the schemas of a workflow, shared by the rules that report what is wrong with them.
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import { findSchemaProblems, type SchemaProblem } from "../contract/mod.ts";
import type { Finding } from "../rule.ts";
import type { Step, StepId, Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

const found = new WeakMap<Workflow, Map<StepId, SchemaProblem[]>>();

/** What is wrong with the schema of a step; empty also where it has none. */
export function schemaProblems(workflow: Workflow, step: Step): SchemaProblem[] {
  let known = found.get(workflow);
  if (known === undefined) found.set(workflow, known = new Map());
  let problems = known.get(step.id);
  if (problems === undefined) known.set(step.id, problems = step.schema ? findSchemaProblems(step.schema.value) : []);
  return problems;
}

/** The findings under one code. */
export function schemaFindings(workflow: Workflow, wanted: SchemaProblem["code"], help: string): Finding[] {
  return workflow.order.flatMap((id) => {
    const step = workflow.steps[id];
    return schemaProblems(workflow, step).filter(({ code }) => code === wanted).map(({ path, message }) => ({
      message: `Step ${quoted(id)}: schema${path === "" ? "" : ` at ${path}`}: ${message}`,
      range: schemaPlace(step, path),
      help,
    }));
  });
}

/** The place of a JSON pointer in a step's schema, or of the nearest part around it whose place is known. */
export function schemaPlace(step: Step, pointer: string): Range {
  const keys = ["schema", ...pointer.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))];
  for (; keys.length > 0; keys.pop()) {
    const path = keys.join(".");
    if (Object.hasOwn(step.ranges, path)) return step.ranges[path];
  }
  return step.schema?.range ?? step.range;
}
