/**
 * Files of answers: a YAML list of `next_step` arguments.
 * @module
 */

import * as v from "valibot";
import { parseDocument } from "yaml";
import { InvalidInputError } from "../error.ts";
import { nextSchema } from "../host/engine/argument_schemas.ts";
import type { NextArguments } from "../host/engine/arguments.ts";
import { LIMITS } from "../limits.ts";

/**
 * Reads a list of answers. A bare text stands for `step_output`.
 *
 * @throws {InvalidInputError} the text isn't such a list; `data.field` names the answer
 */
export function readAnswers(text: string, file: string): NextArguments[] {
  const wrong = (what: string, field: string) =>
    new InvalidInputError(`${file} isn't a list of next_step arguments: ${what}`, {
      field,
      wanted: "next_step arguments",
      actual: null,
    });
  const document = parseDocument(text, { strict: true, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem) throw wrong(problem.message.split("\n")[0], "answers");
  const value: unknown = document.toJS({ maxAliasCount: LIMITS.yamlAliases });
  if (!Array.isArray(value)) throw wrong("wanted a list", "answers");
  return value.map((answer: unknown, index) => {
    const result = v.safeParse(nextSchema, typeof answer === "string" ? { step_output: answer } : answer);
    if (result.success) return result.output;
    const [issue] = result.issues;
    const path = v.getDotPath(issue);
    throw wrong(`answer ${index + 1}${path ? `, ${path}` : ""}: ${issue.message}`, `answers.${index}`);
  });
}
