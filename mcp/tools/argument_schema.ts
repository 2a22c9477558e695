/**
 * Argument schemas as the SDK takes them, with messages that a model can act on.
 * @module
 */

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { didYouMean } from "../../lib/did_you_mean.ts";

/** A schema for `registerTool`: unknown arguments are named with their near names, and all problems come at once. */
export function argumentSchema<T>(schema: v.GenericSchema<unknown, T>): StandardSchemaWithJSON<unknown, T> {
  const standard = toStandardJsonSchema(schema)["~standard"];
  const known = Object.keys((schema as unknown as { entries: object }).entries);
  return {
    "~standard": {
      ...standard,
      validate: (value: unknown) => {
        const result = v.safeParse(schema, value);
        if (result.success) return { value: result.output };
        return { issues: result.issues.map((issue) => ({ message: inWords(issue, known) })) };
      },
    },
  } as StandardSchemaWithJSON<unknown, T>;
}

function inWords(issue: v.BaseIssue<unknown>, known: string[]): string {
  const path = v.getDotPath(issue) ?? "";
  if (issue.type === "strict_object" && issue.expected === "never") {
    return `Unknown argument "${path}": ${didYouMean(path, known) || `there are ${known.join(", ")}`}`;
  }
  if (issue.type === "strict_object" && issue.received === "undefined") return `The argument "${path}" is missing`;
  return `The argument "${path}" should be ${issue.expected ?? "different"}, got ${issue.received}`;
}
