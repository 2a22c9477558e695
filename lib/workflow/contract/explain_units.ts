/**
 * From the validator's output to lines that say where, wanted, actual.
 * @module
 */

import type { OutputUnit } from "@cfworker/json-schema";
import { didYouMean } from "../../did_you_mean.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";

/** Units that only say that something below them is wrong. */
const CONTAINERS = new Set(["properties", "items", "prefixItems", "allOf", "dependentSchemas", "if"]);
/** Units that say enough: what is wrong with each form that was tried would only hide it. */
const SUMMARIES = new Set(["anyOf", "oneOf", "not", "contains", "minContains", "maxContains", "propertyNames"]);
const CLOSED = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

/** One line for each unit that says something of its own. */
export function explainUnits(units: readonly OutputUnit[], schema: JsonObject, value: Json): string[] {
  const summaries = units.filter(({ keyword }) => SUMMARIES.has(keyword)).map(({ keyword, keywordLocation }) =>
    keyword.endsWith("Contains") ? keywordLocation.slice(0, -keyword.length) + "contains/" : `${keywordLocation}/`
  );
  const lines: string[] = [];
  units.forEach((unit, i) => {
    if (CONTAINERS.has(unit.keyword)) return;
    if (summaries.some((prefix) => unit.keywordLocation.startsWith(prefix))) return;
    if (unit.keyword === "false" && CLOSED.has(units[i - 1]?.keyword)) return;
    const wanted = valueAt(schema, unit.keywordLocation);
    if (CLOSED.has(unit.keyword) && wanted !== false) return;
    lines.push(explain(unit, wanted, schema, value));
  });
  return lines;
}

function explain(unit: OutputUnit, wanted: Json | undefined, schema: JsonObject, value: Json): string {
  const actual = valueAt(value, unit.instanceLocation);
  const at = place(unit.instanceLocation);
  const got = `got ${describe(actual)}`;
  switch (unit.keyword) {
    case "type":
      return `${at}: wanted ${[wanted].flat().map((type) => article(String(type))).join(" or ")}, ${got}`;
    case "enum":
      return `${at}: wanted one of ${(wanted as Json[]).map((item) => show(item)).join(", ")}, ${got}`;
    case "const":
      return `${at}: wanted ${show(wanted)}, ${got}`;
    case "required":
    case "dependentRequired": {
      const name = /"([^]*)"\.$/.exec(unit.error)?.[1].split('" but does not have "').at(-1) ?? "";
      const has = isJsonObject(actual) ? Object.keys(actual) : [];
      const suggestion = didYouMean(name, has);
      return `${at}: wanted the property ${JSON.stringify(name)}, which is missing${suggestion && ` (${suggestion})`}`;
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = /^Property "([^]*)" does not match/.exec(unit.error)?.[1] ?? "";
      const known = propertiesAt(schema, unit.keywordLocation);
      const only = known.length > 0
        ? `wanted only ${known.map((key) => JSON.stringify(key)).join(", ")}`
        : "wanted none";
      const suggestion = didYouMean(name, known);
      return `${at}: ${only}, got the property ${JSON.stringify(name)}${suggestion && ` (${suggestion})`}`;
    }
    case "unevaluatedItems":
      return `${at}: wanted no further items, ${got}`;
    case "false":
      return `${at}: wanted nothing here, ${got}`;
    case "anyOf":
    case "oneOf":
      return `${at}: wanted ${unit.keyword === "oneOf" ? "exactly " : ""}one of ${show(wanted)}, ${got}`;
    case "not":
      return `${at}: wanted anything but ${show(wanted)}, ${got}`;
    case "contains":
      return `${at}: wanted an item that matches ${show(wanted)}, ${got}`;
    case "propertyNames":
      return `${at}: wanted property names that match ${show(wanted)}, got ${
        /"[^]*"/.exec(unit.error)?.[0] ?? "another"
      }`;
    case "uniqueItems":
      return `${at}: wanted no item twice, got a list with doubles`;
    default:
      return `${at}: wanted ${bound(unit.keyword, wanted)}, ${measured(unit.keyword, actual)}`;
  }
}

const BOUNDS: ReadonlyMap<string, string> = new Map([
  ["minimum", "at least #"],
  ["maximum", "at most #"],
  ["exclusiveMinimum", "more than #"],
  ["exclusiveMaximum", "less than #"],
  ["multipleOf", "a multiple of #"],
  ["minLength", "at least # characters"],
  ["maxLength", "at most # characters"],
  ["minItems", "at least # items"],
  ["maxItems", "at most # items"],
  ["minContains", "at least # matching items"],
  ["maxContains", "at most # matching items"],
  ["minProperties", "at least # properties"],
  ["maxProperties", "at most # properties"],
]);

function bound(keyword: string, wanted: Json | undefined): string {
  return (BOUNDS.get(keyword) ?? `what "${keyword}" says: #`).replace("#", () => show(wanted));
}

function measured(keyword: string, actual: Json | undefined): string {
  if (keyword.endsWith("Length") && typeof actual === "string") return `got ${[...actual].length}`;
  if (keyword.endsWith("Items") && Array.isArray(actual)) return `got ${actual.length}`;
  if (keyword.endsWith("Properties") && isJsonObject(actual)) return `got ${Object.keys(actual).length}`;
  return `got ${describe(actual)}`;
}

/** What stands at the place that the validator names, `#/a/b`. */
function valueAt(root: Json, location: string): Json | undefined {
  let value: Json | undefined = root;
  for (const name of namesOf(location)) {
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function propertiesAt(schema: JsonObject, keywordLocation: string): string[] {
  const holder = valueAt(schema, keywordLocation.slice(0, keywordLocation.lastIndexOf("/")));
  return isJsonObject(holder) && isJsonObject(holder.properties) ? Object.keys(holder.properties) : [];
}

function place(location: string): string {
  const names = namesOf(location);
  return names.length === 0 ? "At the top" : `At /${names.join("/")}`;
}

function namesOf(location: string): string[] {
  return location.split("/").slice(1).map((part) =>
    decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
  );
}

function article(type: string): string {
  if (type === "null") return "null";
  return type === "array" ? "a list" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function describe(value: Json | undefined): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isJsonObject(value)) {
    const names = Object.keys(value).slice(0, 5).map((name) => JSON.stringify(name));
    return names.length > 0 ? `an object with ${names.join(", ")}` : "an empty object";
  }
  return show(value);
}

function show(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
