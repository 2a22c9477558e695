/**
 * The fields of a form, as MCP's elicitation takes them: one level of plain values.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../lib/json.ts";
import type { Step } from "../../lib/workflow/workflow.ts";

/** A field of a form. */
export type Field =
  & { title?: string; description?: string }
  & (
    | { type: "string"; enum: string[]; default?: string }
    | { type: "string"; minLength?: number; maxLength?: number; default?: string }
    | { type: "number" | "integer"; minimum?: number; maximum?: number; default?: number }
    | { type: "boolean"; default?: boolean }
  );

/** A form. */
export interface FormSchema {
  [key: string]: unknown;
  type: "object";
  properties: Record<string, Field>;
  required?: string[];
}

/** The field of an answer in the person's own words. */
export const ANSWER = "answer";
/** Fields that a person can be expected to fill in. */
const MAX_FIELDS = 20;
const MAX_ANSWER = 20_000;

/**
 * The form for a step's deliverable: one text, or the fields of its `schema`; undefined where that has what a form hasn't
 * (nested values, patterns), so that a conversation has to do.
 */
export function formOf(step: Step): FormSchema | undefined {
  if (step.schema === undefined) {
    const answer: Field = { type: "string", title: "Your answer", minLength: 1, maxLength: MAX_ANSWER };
    return { type: "object", properties: { [ANSWER]: answer }, required: [ANSWER] };
  }
  const { type, properties, required, ...rest } = step.schema.value;
  if (type !== "object" || !isJsonObject(properties) || Object.keys(rest).some((key) => !HARMLESS.has(key))) return;
  const entries = Object.entries(properties);
  const fields = entries.map(([name, value]) => [name, fieldOf(value)] as const);
  if (entries.length === 0 || entries.length > MAX_FIELDS) return undefined;
  if (fields.some(([, field]) => field === undefined)) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(fields) as Record<string, Field>,
    ...(Array.isArray(required) ? { required: required as string[] } : {}),
  };
}

/** Says nothing about what a person may fill in, or is checked when the answer is delivered. */
const HARMLESS: ReadonlySet<string> = new Set(["title", "description", "additionalProperties", "$schema"]);
const KEYS: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength"],
  number: ["minimum", "maximum"],
  integer: ["minimum", "maximum"],
  boolean: [],
};

function fieldOf(value: Json | undefined): Field | undefined {
  if (!isJsonObject(value)) return undefined;
  const { type, title, description, default: preset, enum: values, ...rest } = value;
  if (typeof type !== "string" || !Object.hasOwn(KEYS, type)) return undefined;
  if (Object.keys(rest).some((key) => !KEYS[type].includes(key))) return undefined;
  if (values !== undefined && !(type === "string" && isTexts(values))) return undefined;
  const field: JsonObject = {
    type,
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(values === undefined ? rest : { enum: values }),
    ...(preset === undefined ? {} : { default: preset }),
  };
  return field as unknown as Field;
}

function isTexts(values: Json): values is string[] {
  return Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === "string");
}
