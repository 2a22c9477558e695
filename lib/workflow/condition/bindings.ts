/**
 * From a session's data to the values of a condition's names. Source: spec "Conditions (CEL)", and the decision on
 * numbers: declared integers and counters are CEL ints, declared numbers doubles, other whole numbers ints.
 * @module
 */

import type { Json, JsonObject } from "../../json.ts";
import type { Variable } from "../workflow.ts";
import { ROOTS, SET } from "./environment.ts";
import type { Need, Needs } from "./needs.ts";

/** The data that a condition is evaluated on. */
export interface ConditionBindings {
  /** The declarations. */
  variables: Record<string, Variable>;
  /** The context with this delivery's updates. */
  context: JsonObject;
  /** This delivery's updates alone. */
  sent: JsonObject;
  outputs: JsonObject;
  /** This step's output; undefined where nothing was handed in. */
  output: Json | undefined;
  cycle: number;
  visits: Record<string, number>;
}

/** The values of the names, as far as they're needed. Objects become maps, so that no prototype is ever looked at. */
export function bind(needs: Needs, bindings: ConditionBindings): Map<string, unknown> {
  const names = new Map<string, unknown>();
  for (const [root, need] of needs) {
    switch (root) {
      case "context":
        names.set(root, bindVariables(need, bindings.context, bindings.variables, true));
        break;
      case "variables":
        names.set(root, bindVariables(need, bindings.sent, bindings.variables, false));
        break;
      case "outputs":
        names.set(root, project(bindings.outputs, need));
        break;
      case "output":
        names.set(root, project(bindings.output ?? null, need));
        break;
      case "cycle_number":
        names.set(root, BigInt(bindings.cycle));
        break;
      case "visits":
        names.set(root, bindVisits(need, bindings.visits));
    }
  }
  return names;
}

/** Every name with its whole value: for messages, which name what a value has beside what was asked for. */
export function bindAll(bindings: ConditionBindings): Map<string, unknown> {
  return bind(new Map(ROOTS.map((root) => [root, { whole: true, fields: new Map() }])), bindings);
}

/** `unset`: whether a declared variable without a value is null rather than missing. */
function bindVariables(
  need: Need,
  values: JsonObject,
  declared: Record<string, Variable>,
  unset: boolean,
): Map<string, unknown> {
  const map = new Map<string, unknown>();
  if (need.whole) {
    const names = new Set([...(unset ? Object.keys(declared) : []), ...Object.keys(values)]);
    for (const name of names) bindVariable(map, name, need, values, declared, unset);
  }
  for (const [name, field] of need.fields) {
    if (!name.startsWith(SET)) bindVariable(map, name, need.whole ? need : field, values, declared, unset);
    else if ((own(values, name.slice(SET.length)) ?? null) !== null) map.set(name, true);
  }
  return map;
}

function bindVariable(
  map: Map<string, unknown>,
  name: string,
  need: Need,
  values: JsonObject,
  declared: Record<string, Variable>,
  unset: boolean,
): void {
  const value = own(values, name);
  const variable = own(declared, name);
  if (value !== undefined) map.set(name, variable?.type === "number" ? value : project(value, need));
  else if (unset && variable) map.set(name, null);
}

function bindVisits(need: Need, visits: Record<string, number>): Map<string, unknown> {
  const map = new Map<string, unknown>();
  if (need.whole) { for (const step of Object.keys(visits)) if (visits[step] > 0) map.set(step, BigInt(visits[step])); }
  for (const step of need.fields.keys()) {
    if (!step.startsWith(SET)) map.set(step, BigInt(own(visits, step) ?? 0));
    else if (own(visits, step.slice(SET.length))) map.set(step, true);
  }
  return map;
}

function project(value: Json, need: Need): unknown {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (need.whole || Array.isArray(value)) return convert(value);
  const map = new Map<string, unknown>();
  for (const [name, field] of need.fields) {
    const part = own(value, name);
    if (part !== undefined) map.set(name, project(part, field));
  }
  return map;
}

function convert(value: Json): unknown {
  if (typeof value !== "object" || value === null) return scalar(value);
  if (Array.isArray(value)) return value.map(convert);
  const map = new Map<string, unknown>();
  for (const name of Object.keys(value)) if (value[name] !== undefined) map.set(name, convert(value[name]));
  return map;
}

function scalar(value: Json): unknown {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function own<T>(record: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
