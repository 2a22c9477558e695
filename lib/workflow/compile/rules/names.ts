/**
 * Names that are taken. Source: spec "Front matter" (reserved names), "Step" (`id`).
 * @module
 */

import type { Range } from "../../../diagnostic.ts";
import type { SourceMap } from "../../../skill/source_node.ts";
import { mapAt, textAt, textsAt } from "../read_source.ts";
import type { StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { quoted } from "../wording.ts";

const RESERVED: ReadonlySet<string> = new Set([
  "__proto__",
  "constructor",
  "prototype",
  "input",
  "context",
  "output",
  "outputs",
]);

/** Rule `reserved-name`: ids of steps and names of variables; the reader of YAML finds the key `__proto__` anywhere. */
export function checkReservedNames(source: SourceMap, steps: readonly StepSource[], report: Report): void {
  const reserved = (name: string, range: Range, what: string) => {
    report.add("reserved-name", range, `${quoted(name)} can't be ${what}: the name is reserved`, {
      help: `Reserved are ${[...RESERVED].join(", ")}`,
    });
  };
  for (const { map } of steps) {
    const id = textAt(map, "id");
    if (id !== undefined && RESERVED.has(id.value)) reserved(id.value, id.range, "the id of a step");
  }
  for (const { key, keyRange } of mapAt(source, "context_schema")?.entries ?? []) {
    if (RESERVED.has(key)) reserved(key, keyRange, "the name of a variable");
  }
}

/** Rule `duplicate-step-id`: of steps, and of the children of one dispatcher. Returns the steps that are the first of their id. */
export function firstOfTheirId(steps: readonly StepSource[], report: Report): StepSource[] {
  const places = new Map<string, Range>();
  const twice = (what: string, range: Range, first: Range, help: string) =>
    report.add("duplicate-step-id", range, what, { help, related: [{ message: "The first is here", range: first }] });
  for (const step of steps) {
    const children = new Map<string, Range>();
    for (const { value, range } of step.kind === "dispatcher" ? textsAt(step.map, "parallel") : []) {
      const first = children.get(value);
      if (first === undefined) children.set(value, range);
      else twice(`Child ${quoted(value)} stands twice in ${step.words}`, range, first, "Take one of them out");
    }
  }
  return steps.filter(({ map }) => {
    const id = textAt(map, "id");
    if (id === undefined) return false;
    const first = places.get(id.value);
    if (first === undefined) places.set(id.value, id.range);
    else twice(`Second step with the id ${quoted(id.value)}`, id.range, first, "Give one of them another id");
    return first === undefined;
  });
}
