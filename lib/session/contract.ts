/**
 * The contract of a step on what was delivered. Source: spec "What a delivery does, in order", items 1 and 2.
 * @module
 */

import { LimitError } from "../error.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { checkSchema } from "../workflow/contract/check_schema.ts";
import { checkRequire } from "../workflow/contract/require.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { NOTHING } from "./draft.ts";
import { outputText } from "./output_text.ts";
import type { Rejection } from "./state.ts";
import { variableProblem } from "./variables.ts";

/** What was delivered, told apart into value and text. */
export interface Delivered {
  /** Undefined where nothing was sent. */
  value: Json | undefined;
  text: string;
  /** Variables that a `schema` takes from the value. */
  variables: JsonObject;
}

/** What of a contract wasn't met. */
export type Broken = Pick<Rejection, "kind" | "problems">;

/**
 * The value is `output`, else `response`; its text is a string `output`, else `response`, else the output's JSON.
 *
 * @throws {LimitError} the text is over `LIMITS.output`
 */
export function delivered(step: Step, response: string | undefined, output: Json | undefined): Delivered {
  const text = typeof output === "string" ? output : response ?? outputText(output);
  let value = output ?? response;
  const size = typeof value === "string" ? text.length : Math.max(text.length, outputText(value).length);
  if (size > LIMITS.output) {
    throw new LimitError(
      `The output of step "${step.id}" is too large: at most ${LIMITS.output} characters, got ${size}. Write it to a file and send its path`,
      { limit: "output", wanted: LIMITS.output, actual: size },
    );
  }
  if (step.schema && typeof value === "string") value = parseJson(value) ?? value;
  return { value, text, variables: step.schema ? {} : NOTHING };
}

/**
 * Checks `require`, then `schema`; undefined where both are met. A schema's declared properties become variables.
 */
export function brokenContract(workflow: Workflow, step: Step, what: Delivered): Broken | undefined {
  if (step.require) {
    const problems = checkRequire(step.require, what.text);
    if (problems.length > 0) return { kind: "require", problems };
  }
  if (!step.schema) return undefined;
  if (what.value === undefined) {
    return { kind: "schema", problems: ["step_output is missing: send JSON that fits the schema"] };
  }
  const problems = checkSchema(step.schema.value, what.value);
  if (problems.length === 0 && step.kind !== "child" && isJsonObject(what.value)) {
    for (const [name, value] of Object.entries(what.value)) {
      if (!isDeclaredIn(step.schema.value, name) || !Object.hasOwn(workflow.variables, name)) continue;
      const problem = variableProblem(workflow.variables[name], value);
      if (problem) problems.push(`/${name}: the variable "${name}" ${problem}`);
      else what.variables[name] = value;
    }
  }
  return problems.length > 0 ? { kind: "schema", problems } : undefined;
}

function isDeclaredIn(schema: JsonObject, name: string): boolean {
  return isJsonObject(schema.properties) && Object.hasOwn(schema.properties, name);
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
