/**
 * `unsatisfiable-contract`: no deliverable can meet what a step asks for.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { findContradiction, findPatternProblem, findSchemaContradiction } from "../contract/mod.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Step, Variable, VariableType, Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";
import { schemaPlace, schemaProblems } from "./schema_findings.ts";

/** The types of JSON Schema that a variable of each type takes. */
const TAKES: Record<VariableType, readonly string[]> = {
  string: ["string"],
  integer: ["integer", "number"],
  number: ["number", "integer"],
  boolean: ["boolean"],
  list: ["array"],
  object: ["object"],
};

/** The rule. */
export const unsatisfiableContract: GraphRule = Object.freeze({
  code: "unsatisfiable-contract",
  severity: "error",
  stage: "graph",
  summary: "No deliverable can meet what a step asks for",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) => contradictions(workflow, workflow.steps[id])),
});

/** What rules out every deliverable of a step. */
export function contradictions(workflow: Workflow, step: Step): Finding[] {
  const bySchema = schemaProblems(workflow, step).length > 0 ? [] : ofSchema(step);
  return [...ofRequire(step), ...bySchema, ...ofVariables(workflow, step)];
}

function ofRequire(step: Step): Finding[] {
  const { require } = step;
  if (require?.lastLineRegex === undefined || findPatternProblem(require.lastLineRegex) !== undefined) return [];
  const problem = findContradiction(require);
  if (problem === undefined) return [];
  return [{
    message: `Step ${quoted(step.id)}: no text can meet its require: ${problem}`,
    range: require.ranges.last_line_regex ?? require.range,
    help: "The pattern is searched in the last line that isn't blank",
  }];
}

function ofSchema(step: Step): Finding[] {
  const problem = step.schema && findSchemaContradiction(step.schema.value);
  if (!problem) return [];
  return [{
    message: `Step ${quoted(step.id)}: no output can meet its schema: ${problem.message}`,
    range: schemaPlace(step, problem.path),
    help: "Change one of the two, so that there is a value that meets both",
  }];
}

/** A required property that is also a variable has to have a type that the variable takes. A child never sets variables. */
function ofVariables(workflow: Workflow, step: Step): Finding[] {
  const schema = step.schema?.value;
  if (schema === undefined || step.dispatcher !== undefined || !isJsonObject(schema.properties)) return [];
  const required: Json[] = Array.isArray(schema.required) ? schema.required : [];
  return required.flatMap((name): Finding[] => {
    if (typeof name !== "string" || !Object.hasOwn(workflow.variables, name)) return [];
    const properties = schema.properties as JsonObject;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const types = isJsonObject(property) ? [property.type].flat().filter((type) => typeof type === "string") : [];
    const variable: Variable = workflow.variables[name];
    if (types.length === 0 || types.some((type) => TAKES[variable.type].includes(type))) return [];
    return [{
      message: `Step ${quoted(step.id)}: its schema wants ${quoted(name)} as ${types.join(" or ")}, the variable ${
        quoted(name)
      } takes ${variable.type} only, and what is delivered has to meet both`,
      range: schemaPlace(step, `/properties/${name}/type`),
      related: [{ message: `The variable ${quoted(name)}`, range: variable.range }],
      help: "Give both one type, or the property another name",
    }];
  });
}
