/**
 * Files of answers: a YAML list of `next_step` arguments.
 * @module
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { type Diagnostic, FILE_START, type Range } from "../diagnostic.ts";
import { InvalidInputError } from "../error.ts";
import { nextSchema } from "../host/engine/argument_schemas.ts";
import type { NextArguments } from "../host/engine/arguments.ts";
import { checkSource } from "../scenario/check_source.ts";
import { readYaml } from "../skill/read_yaml.ts";
import { sourceToJson } from "../skill/source_to_json.ts";
import type { Io } from "./io.ts";

const answersSchema = v.array(v.union([v.string(), nextSchema]));

/** As many problems as a person reads; the error's data has all of them. */
const SHOWN = 10;

/** The answers in a file, `-` for standard input. */
export async function answersIn(file: string, io: Io): Promise<NextArguments[]> {
  if (file === "-") return readAnswers(await io.input(), "standard input");
  return readAnswers(readFileSync(resolve(io.cwd, file), "utf8"), file);
}

/**
 * Reads a list of answers. A bare text stands for `step_output`.
 *
 * @throws {InvalidInputError} the text isn't such a list: every problem with its line and column
 */
export function readAnswers(text: string, file: string): NextArguments[] {
  const problems: Pick<Diagnostic, "range" | "message" | "help">[] = [];
  const add = (_code: string, range: Range, message: string, more: { help?: string } = {}) => {
    problems.push({ range, message, ...more });
  };
  const { root, diagnostics } = readYaml(text, FILE_START.start, file);
  problems.push(...diagnostics.filter(({ severity }) => severity === "error"));
  if (problems.length === 0) {
    if (root?.kind === "list") checkSource(answersSchema, root, add);
    else add("wrong-type", root?.range ?? FILE_START, "Answers are a list", { help: 'Write - step_output: "…"' });
  }
  if (root === undefined || problems.length > 0) throw refusal(problems, file);
  return (sourceToJson(root) as unknown as (string | NextArguments)[]).map((answer) =>
    typeof answer === "string" ? { step_output: answer } : answer
  );
}

function refusal(problems: Pick<Diagnostic, "range" | "message" | "help">[], file: string): InvalidInputError {
  const lines = problems.map(({ range: { start }, message, help }) =>
    `${file}:${start.line}:${start.column}: ${message}${help === undefined ? "" : `\n  ${help}`}`
  );
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  return new InvalidInputError(
    `The answers in ${JSON.stringify(file)} can't be taken\n${[...lines.slice(0, SHOWN), ...more].join("\n")}`,
    { field: "answers", wanted: "a list of next_step arguments", actual: file, problems: lines },
  );
}
