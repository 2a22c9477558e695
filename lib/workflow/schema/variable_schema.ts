/**
 * A variable of `context_schema`. Source: spec "Workflow".
 * @module
 */

import * as v from "valibot";
import type { VariableType } from "../workflow.ts";
import { DEFAULTS, filledListOf, flag, optional, type Schema, text } from "./values.ts";

/** Every spelling of a type, and the type that it means. */
export const TYPE_SPELLINGS: Readonly<Record<string, VariableType>> = Object.freeze({
  string: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  list: "list",
  object: "object",
  str: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  array: "list",
  dict: "object",
  mapping: "object",
});

/** One variable. */
export const variableSchema: Schema = v.strictObject({
  type: optional(v.picklist(Object.keys(TYPE_SPELLINGS)), "Type of the value", DEFAULTS.variableType),
  required: optional(flag, "Whether the run can't start without it; not where there is a default", false),
  default: optional(v.unknown(), "Value at the start of the run"),
  enum: optional(filledListOf(v.unknown()), "The only values that it may take"),
  description: optional(text, "What it is for"),
});
